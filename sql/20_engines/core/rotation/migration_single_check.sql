create or replace function app.migration_single_check(p_migration app.migrations)
returns void
language plpgsql stable as $$
declare v_id text;
begin
  select m.id into v_id from app.migrations m
  where m.type = p_migration.type and coalesce(m.version, '') = coalesce(p_migration.version, '')
    and coalesce(m.about_tenant, '') = coalesce(p_migration.about_tenant, '')
    and m.status in ('pending', 'running', 'paused') and m.id <> p_migration.id;
  if found then
    perform app.fail(409, 'INVALID_STATE', format(
      'A migration of this type is open already: %s. Wait for its end, or cancel it with POST /admin/migrations/%s/cancel.', v_id, v_id));
  end if;
end $$;
comment on function app.migration_single_check is 'Refuses a second open migration of the same type, version and tenant: 409';
