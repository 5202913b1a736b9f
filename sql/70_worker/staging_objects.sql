create or replace function worker.staging_objects(p_tenant text, p_type_id text, p_after text, p_limit integer)
returns text
language plpgsql volatile as $$
declare
  v_type app.object_types;
  v_objects app.objects[];
  v_slot smallint;
  v_live bigint;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  v_done := app.staging_check(p_tenant);
  select * into v_type from app.object_types t where t.tenant_id = p_tenant and t.id = p_type_id;
  v_objects := array(
    select row(o.*)::app.objects as o from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id > p_after
    order by o.id limit p_limit);
  if v_objects = '{}' then return null; end if;
  insert into app.object_search (tenant_id, object_type_id, object_id, document)
  select * from app.search_entries(v_type, v_objects);
  perform app.index_add(v_type, v_objects);
  select count(*) filter (where not o.is_deleted) into v_live from unnest(v_objects) o;
  v_slot := 0;
  update app.object_counts c set live = c.live + v_live, trashed = c.trashed + cardinality(v_objects) - v_live
  where c.tenant_id = p_tenant and c.object_type_id = p_type_id and c.slot = v_slot;
  return (v_objects[cardinality(v_objects)]).id;
end $$;
comment on function worker.staging_objects is
  'Makes index, words and counts of the next p_limit objects of a type after p_after, of a tenant that is being loaded, and returns '
  'the last one; null when there are no more';
