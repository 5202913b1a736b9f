create or replace function app.keep(p_tenant text, p_name text, p_text text)
returns boolean
language plpgsql volatile as $$
declare v_set text;
begin
  if current_setting('app.keeps_no_more', true) = 'on'
    or not exists (select 1 from app.tenants t where t.tenant_id = p_tenant) then
    return false;
  end if;
  -- A transaction that failed has forgotten the name, and not the statement.
  if not exists (select 1 from pg_catalog.pg_prepared_statements s where s.name = p_name) then
    -- 50 kB each. On another node the settings would be missing.
    if (select count(*) >= 200 from pg_catalog.pg_prepared_statements s where s.from_sql)
      or app.tenant_group(p_tenant) <> app.node()
    then
      v_set := set_config('app.keeps_no_more', 'on', false);
      return false;
    end if;
    execute format('prepare %I as ', p_name) || format(p_text, p_tenant);
  end if;
  v_set := set_config('app.kept', coalesce(current_setting('app.kept', true), '') || p_name || ' ', false);
  return true;
end $$;
comment on function app.keep is
  'Keeps a statement of app.kept for the rest of the connection, or tells that it does not: for an unknown tenant, where '
  'enough are kept, and where the tenant lives elsewhere, as on the coordinator';
