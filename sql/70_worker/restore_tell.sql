create or replace function worker.restore_tell(p_restore app.restores)
returns void
language plpgsql volatile as $$
declare
  v_each constant text[] := '{objects,associations}';
  v_counts jsonb;
  v_tenant app.tenants;
  v_done text;
begin
  if p_restore.status <> 'completed' or p_restore.mode not in ('in_place', 'merge')
    or p_restore.options @> '{"dry_run": true}' then
    return;
  end if;
  v_counts := jsonb_build_object('created', (p_restore.report->'created') - v_each,
    'updated', (p_restore.report->'updated') - v_each, 'deleted', (p_restore.report->'deleted') - v_each);
  if v_counts = '{"created": {}, "updated": {}, "deleted": {}}' then return; end if;
  select * into v_tenant from app.tenants t where t.tenant_id = p_restore.target_tenant and t.status <> 'deleted';
  if not found then return; end if;
  v_done := app.stay(v_tenant.tenant_id);
  v_done := app.in_tenant(v_tenant.tenant_id, jsonb_build_object('type', 'platform', 'id', 'platform',
    'scopes', jsonb_build_array('*'), 'meta', jsonb_strip_nulls(jsonb_build_object('restore_id', p_restore.id,
      'quiet', case when not coalesce((p_restore.options->>'fire_events')::boolean, false) then true end))));
  v_done := app.journal_write(v_tenant.tenant_id, 'tenant.restored', 'tenant', v_tenant.tenant_id,
    (app.tenant_json(v_tenant)::jsonb || jsonb_build_object('restored', v_counts
      || jsonb_build_object('restore_id', p_restore.id, 'mode', p_restore.mode)))::json);
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
end $$;
comment on function worker.restore_tell is
  'Tells of resources other than objects that a restore into a living tenant has changed, by one event: those of objects are their '
  'own. For worker.restore_next, under the word platform';
