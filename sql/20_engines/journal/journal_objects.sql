create or replace function app.journal_objects(
  p_event text, p_old app.objects[], p_new app.objects[])
returns void
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
begin
  insert into app.journal (tenant_id, id, type, actor, resource_type, resource_id, object_type_id,
    before, after, changed, request_id, ip, user_agent)
  select coalesce((o).tenant_id, (n).tenant_id), app.new_id('evt'), p_event,
    app.journal_actor(v_principal),
    'object', coalesce((o).id, (n).id), coalesce((o).object_type_id, (n).object_type_id),
    (c).before, case when (n).id is not null then app.object_json(n) end, (c).changed,
    v_principal->>'request_id', v_principal->>'ip', v_principal->>'user_agent'
  from (
    select p_old[i] as o, p_new[i] as n, app.object_changes(p_old[i], p_new[i]) as c
    from generate_subscripts(coalesce(p_new, p_old), 1) i offset 0) pair;
end $$;
comment on function app.journal_objects is
  'A journal row for each change of an object, '
  'from p_old[i] (null when created) to p_new[i] (null when purged)';
