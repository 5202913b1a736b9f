create or replace function app.restore_into_target(args jsonb, p_backup app.backups)
returns text
language plpgsql stable as $$
declare
  v_target text := coalesce(args->>'target_tenant_id', p_backup.about_tenant);
  v_field text;
begin
  v_field := (select min(f) from unnest(array['name', 'slug', 'keep_tenant_id']) f
    where args ? f and args->f <> 'false');
  if v_field is not null then
    perform app.invalid(v_field, 'not_allowed', 'is for the mode new_tenant: leave it out');
  elsif args->>'mode' = 'in_place' and args ? 'on_conflict' then
    perform app.invalid('on_conflict', 'not_allowed',
      'is for the mode merge: in_place makes the tenant equal to the backup. Leave it out');
  elsif not exists (
    select 1 from app.tenants t where t.tenant_id = v_target and t.status in ('active', 'suspended', 'migrating')) then
    perform app.invalid('target_tenant_id', 'unknown_tenant', 'must be the id of a tenant');
  elsif p_backup.type = 'schema' and args->>'mode' = 'in_place' then
    perform app.fail(409, 'INVALID_STATE', 'A backup of type schema has no objects, so no tenant can be made '
      'equal to it. Use the mode merge, with only.resources.');
  end if;
  v_field := (select min(r) from jsonb_array_elements_text(args #> '{only,resources}') r
    where r = 'keys');
  if v_field is not null then
    perform app.fail(409, 'INVALID_STATE', format('This release does not restore %s into a living tenant. '
      'Leave them out of only.resources, or restore the backup as a new tenant.', v_field), null, 'only.resources');
  end if;
  return v_target;
end $$;
comment on function app.restore_into_target is
  'The tenant that a backup is to be restored into; refuses what cannot be done with it';
