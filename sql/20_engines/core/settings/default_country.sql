create or replace function app.default_country(p_tenant text)
returns text
language plpgsql stable as $$
begin
  return (select s.governance->>'default_country' from app.tenant_settings s
          where s.tenant_id = p_tenant);
end $$;
comment on function app.default_country is
  'The country of a tenant''s phone numbers that name none (ISO 3166), or null';
