create or replace function app.tenant_timezone(p_tenant text)
returns text
language sql stable as $$
  select coalesce((
    select s.governance->>'timezone' from app.tenant_settings s where s.tenant_id = p_tenant), 'UTC')
$$;
comment on function app.tenant_timezone is 'Where the days of a tenant''s statistics begin and end';
