create or replace function app.phone_required(p_tenant text, p_text text)
returns text
language plpgsql stable as $$
declare v_phone text := app.phone_meant(p_tenant, p_text);
begin
  if p_text is not null and v_phone is null then
    perform app.invalid('phone', 'invalid_phone',
      'must be ' || app.phone_expectation(app.default_country(p_tenant)));
  end if;
  return v_phone;
end $$;
comment on function app.phone_required is
  'The phone number that a caller means, to be kept or called; 400 for one that cannot be dialled';
