create or replace function app.integration_changes(p_tenant text, p_sync_id text, p_attempts integer, p_after text)
returns json
language plpgsql volatile as $$
declare
  v_page constant integer := 100;
  v_sync app.integration_syncs := app.integration_hold(p_tenant, p_sync_id, p_attempts);
  v_integration app.integrations := app.integration_find(p_tenant, v_sync.integration_id);
  v_type app.object_types;
  v_policies jsonb;
  v_ids text[];
  v_gone text[] := '{}';
begin
  perform app.act_check('read', 'objects:read');
  v_type := app.object_type_find(p_tenant, v_integration.object_type_id);
  v_policies := app.policies_of_caller(p_tenant);
  v_ids := array(
    select o.id
    from app.objects o
    left join app.integration_links l on l.tenant_id = p_tenant and l.integration_id = v_integration.id
      and l.object_id = o.id
    where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id > p_after
      and (l.version <> case when o.is_deleted then -o.version else o.version end or l.version is null and not o.is_deleted)
    order by o.id limit v_page);
  if cardinality(v_ids) < v_page then
    delete from app.integration_links l
    where l.tenant_id = p_tenant and l.integration_id = v_integration.id and l.version < 0 and not exists (
      select 1 from app.objects o where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id = l.object_id);
    -- Gone for good since it was sent: its link is removed with it (app.integration_sent).
    v_gone := array(
      select l.object_id
      from app.integration_links l
      left join app.objects o on o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id = l.object_id
      where l.tenant_id = p_tenant and l.integration_id = v_integration.id and o.id is null
      order by l.object_id limit v_page);
  end if;
  return json_build_object('after', case when cardinality(v_ids) = v_page then v_ids[v_page]
      when cardinality(v_gone) = v_page then coalesce(v_ids[cardinality(v_ids)], p_after) end, 'changes', (
    select coalesce(json_agg(c.change order by c.id), '[]')
    from (
      select o.id, json_build_object('id', o.id, 'version', o.version,
        'operation', case when o.is_deleted then 'delete' else 'upsert' end, 'properties', o.properties) as change
      from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id = any (v_ids)
        and app.policies_show(v_policies, p_tenant, v_type.id, o.id)
      union all
      select g, json_build_object('id', g, 'version', 0, 'operation', 'delete', 'properties', '{}'::json)
      from unnest(v_gone) g) c));
end $$;
comment on function app.integration_changes is
  'Up to 100 objects after p_after that the other side does not have as they are, as far as its author sees them, and then those that '
  'are gone for good: {changes: [{id, version, operation, properties}], after}, where after is null at the end';
