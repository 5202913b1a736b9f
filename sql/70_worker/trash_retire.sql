create or replace function worker.trash_retire(p_tenant text, p_limit integer)
returns boolean
language plpgsql volatile as $$
declare
  v_until timestamptz;
  v_type app.object_types;
  v_objects app.objects[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker","scopes":["*"]}');
  v_until := app.retention_start(p_tenant, 'trash_retention_days');
  if not isfinite(v_until) then return true; end if;
  for v_type in
    select t.* from app.object_types t
    where t.tenant_id = p_tenant and exists (
      select 1 from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = t.id and o.is_deleted
        and o.updated_at < v_until)
    order by t.id
  loop
    v_type := app.object_type_hold(p_tenant, v_type.id);
    v_objects := array(
      select row(o.*)::app.objects as o from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.is_deleted
        and o.updated_at < v_until
      order by o.id limit p_limit for update);
    if v_objects <> '{}' then
      perform app.objects_purge(v_type, v_objects);
      return false;
    end if;
  end loop;
  return true;
end $$;
comment on function worker.trash_retire is
  'Removes the next objects for good that are longer in a tenant''s trash than its '
  'trash_retention_days; true when there are no more';
