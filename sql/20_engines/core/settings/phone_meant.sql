create or replace function app.phone_meant(p_tenant text, p_text text)
returns text
language plpgsql stable as $$
begin
  return app.phone_number(p_text,
    case when p_text !~ '^\s*\+' then app.default_country(p_tenant) end);
end $$;
comment on function app.phone_meant is
  'The phone number that a tenant''s caller means, as app.phone_number; null when it is not one';
