create or replace function app.migration_tenants(p_migration app.migrations)
returns text[]
language plpgsql stable as $$
declare
  v_cursor jsonb := p_migration.cursor;
  v_again text[] := array(select jsonb_array_elements_text(v_cursor->'again') order by 1 limit p_migration.batch);
begin
  if v_again <> '{}' then return v_again; end if;
  if v_cursor @> '{"is_over": true}' then return '{}'; end if;
  return array(
    select t.tenant_id from app.tenants t
    where t.tenant_id > v_cursor->>'after' and t.status not in ('deleted', 'provisioning')
      and (p_migration.about_tenant is null or t.tenant_id = p_migration.about_tenant)
    order by t.tenant_id limit p_migration.batch);
end $$;
comment on function app.migration_tenants is
  'The tenants that a migration takes next, in order of id: those of a retry first; none at its end';
