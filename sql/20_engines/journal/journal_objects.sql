create or replace function app.journal_objects(p_event text, p_old app.objects[], p_new app.objects[])
returns void
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_actor jsonb := jsonb_build_object('type', v_principal->'type', 'id', v_principal->'id', 'email', v_principal->'email');
begin
  insert into app.journal (tenant_id, id, type, actor, resource_type, resource_id, object_type_id,
    before, after, changed, request_id, ip, user_agent)
  select coalesce((n).tenant_id, (o).tenant_id), app.new_id('evt'), p_event, v_actor,
    'object', coalesce((n).id, (o).id), coalesce((n).object_type_id, (o).object_type_id),
    c.before, case when n is distinct from null then app.object_json(n) end, c.changed,
    v_principal->>'request_id', v_principal->>'ip', v_principal->>'user_agent'
  from generate_series(1, greatest(cardinality(p_old), cardinality(p_new))) i
    cross join lateral (select p_old[i] as o, p_new[i] as n) pair
    cross join lateral app.object_changes(o, n) c;
end $$;
comment on function app.journal_objects is
  'A journal row for each change of an object, from p_old[i] (null when created) to p_new[i] (null when purged)';
