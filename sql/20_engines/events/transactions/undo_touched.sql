create or replace function app.undo_touched(
  p_type app.object_types, p_tx xid8, out ids text[], out versions integer[])
language plpgsql stable as $$
declare v_filter app.filter := app.policy_filter(p_type, 'select');
begin
  select coalesce(array_agg(t.id order by t.id), '{}'),
    coalesce(array_agg(t.version order by t.id), '{}')
  into ids, versions
  from (
    select j.resource_id collate "C" as id,
      (array_agg((j.before->>'version')::integer order by j.id))[1] as version
    from app.journal j
    where j.tenant_id = p_type.tenant_id and j.xid = app.tx_xid(p_tx) and j.call = app.tx_call(p_tx)
      and j.resource_type = 'object'
      and j.object_type_id = p_type.id
    group by j.resource_id having not bool_or(j.type = 'object.purged')) t
  where v_filter.condition is null or exists (
    select 1 from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = t.id
      and app.filter_holds(v_filter, row(o.*)::app.objects));
end $$;
comment on function app.undo_touched is
  'The objects of a type that a transaction changed and left there, '
  'and the version that each had before it: null for one that it created. Only those that the '
  'caller may see';
