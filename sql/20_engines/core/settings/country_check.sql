create or replace function app.country_check(p_country text, p_path text)
returns void
language plpgsql immutable as $$
begin
  -- A statement that is planned with its values calls this before it has looked at its WHERE.
  if p_country is null then return; end if;
  if p_country !~ '^[A-Z]{2}$' or app.phone_plan(p_country) is null then
    perform app.invalid(p_path, 'unknown_country',
      'must be the code of a country in ISO 3166, such as DE or US');
  end if;
end $$;
comment on function app.country_check is 'Refuses with 400 what is not the code of a country';
