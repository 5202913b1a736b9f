create or replace function app.phone_known(p_tenant text, p_text text)
returns text
language plpgsql stable as $$
begin
  -- An account may have had its number before numbers were checked.
  if p_text ~ '^\+[1-9][0-9]{6,14}$' then
    return coalesce(app.phone_meant(p_tenant, p_text), p_text);
  end if;
  return app.phone_required(p_tenant, p_text);
end $$;
comment on function app.phone_known is
  'The phone number of an account that a caller means, to be looked for; 400 for what cannot be one';
