create or replace function app.association_name_check(p_path text, p_name text)
returns void
language plpgsql immutable as $$
begin
  if p_name !~ '^[a-z0-9_-]+$' or length(p_name) > 63 then
    perform app.invalid(p_path, 'invalid_format',
      'must be up to 63 lower-case letters, digits, _ and - only');
  end if;
end $$;
comment on function app.association_name_check is
  'Refuses with 400 a text that cannot be the name of an association type';
