create or replace function app.job_cleanup(p_tenant text, p_config jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_until timestamptz := clock_timestamp()
    - make_interval(days => (p_config->>'older_than_days')::integer);
  v_policies jsonb := app.policies_of_caller(p_tenant);
  v_user text := app.user_alone();
  v_type app.object_types;
  v_filter app.filter;
  v_objects app.objects[];
  v_ids text[];
  v_caller jsonb := app.principal();
  v_done text;
begin
  -- The deletions, up to 1,000 at a time, are the job's own work and not counted; runs of its listeners are counted.
  v_done := app.act_as(v_caller || '{"uncounted": true}');
  if p_config->>'target' = 'exports' then
    v_ids := array(
      select e.id from app.exports e
      where e.tenant_id = p_tenant and e.status = 'completed' and e.finished_at < v_until
        and (v_user is null or e.created_by = v_user)
        and (v_policies is null
          or not app.policies_keep_out(v_policies, e.object_type_id, e.principal->>'id'))
      order by e.id limit 1000);
    perform app.act(p_tenant, jsonb_build_object('operation', 'data_export_delete',
      'scope', 'write', 'permission', 'objects:write', 'references', '[]'::jsonb,
      'args', jsonb_build_object('export_id', i))) from unnest(v_ids) i;
    v_done := app.act_back(v_caller);
    return jsonb_build_object('removed', cardinality(v_ids));
  end if;
  v_type := app.object_type_hold(p_tenant, p_config->>'object_type_id');
  v_filter := app.policy_filter(v_type, 'select');
  v_objects := array(
    select row(o.*)::app.objects as o from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.is_deleted
      and o.updated_at < v_until and app.filter_holds(v_filter, row(o.*)::app.objects)
    order by o.id limit 1000 for update);
  v_ids := array(select o.id from unnest(v_objects) o);
  perform app.act(p_tenant, jsonb_build_object('operation', 'object_batch_delete',
    'scope', 'write', 'permission', 'objects:write', 'references', '[]'::jsonb, 'args',
    jsonb_build_object('object_type_id', v_type.id, 'permanent', true, 'object_ids', v_ids)))
  where v_ids <> '{}';
  v_done := app.act_back(v_caller);
  return jsonb_build_object('removed', cardinality(v_ids));
end $$;
comment on function app.job_cleanup is
  'Removes for good what is older than older_than_days, up to 1,000 of it at a time: target trash, '
  'the objects of a type that were thrown away before; exports, the files of exports';
