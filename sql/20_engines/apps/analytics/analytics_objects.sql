create or replace function app.analytics_objects(p_tenant text, p_events jsonb)
returns json
language plpgsql stable as $$
declare
  v_types json;
  v_total bigint;
begin
  select coalesce(json_agg(json_build_object('object_type_id', n.id, 'name', n.name, 'count', n.live)
      order by n.live desc, n.name), '[]'), coalesce(sum(n.live), 0)
  into v_types, v_total
  from (
    select o.id, o.name, coalesce((
      select sum(c.live) from app.object_counts c
      where c.tenant_id = p_tenant and c.object_type_id = o.id), 0) as live
    from app.object_types o where o.tenant_id = p_tenant) n;
  return json_build_object('total', v_total,
    'created', app.count_in(p_events, 'object.created'),
    'updated', app.count_in(p_events, 'object.updated'),
    'deleted', app.count_in(p_events, 'object.deleted'),
    'by_type', v_types);
end $$;
comment on function app.analytics_objects is
  'The live objects of a tenant by type, and how many were created, changed and deleted in a period';
