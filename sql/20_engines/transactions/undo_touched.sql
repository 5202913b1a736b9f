create or replace function app.undo_touched(
  p_tenant text, p_xid xid8, p_object_type_id text, out ids text[], out versions integer[])
language sql stable as $$
  select coalesce(array_agg(t.id order by t.id), '{}'),
    coalesce(array_agg(t.version order by t.id), '{}')
  from (
    select j.resource_id collate "C" as id,
      (array_agg((j.before->>'version')::integer order by j.id))[1] as version
    from app.journal j
    where j.tenant_id = p_tenant and j.xid = p_xid and j.resource_type = 'object'
      and j.object_type_id = p_object_type_id
    group by j.resource_id having not bool_or(j.type = 'object.purged')) t
$$;
comment on function app.undo_touched is
  'The objects of a type that a transaction changed and left there, '
  'and the version that each had before it: null for one that it created';
