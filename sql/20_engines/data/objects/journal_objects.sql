create or replace function app.journal_objects(
  p_principal jsonb, p_event text, p_old app.objects[], p_new app.objects[])
returns boolean
language plpgsql volatile as $$
declare
  v_tenant text := coalesce(p_new[1].tenant_id, p_old[1].tenant_id);
  v_names text[] := array[p_event, 'object.*', '*'];
  v_depth smallint := coalesce((p_principal->>'causation_depth')::smallint, 0);
  v_actor jsonb := app.journal_actor(p_principal);
  v_is_sync boolean;
  v_ids text[];
begin
  if v_depth > 0 then
    perform app.budget_take(
      v_tenant, 'writes', coalesce(cardinality(p_new), cardinality(p_old), 0));
  end if;
  -- One statement, which looks by itself whether anybody listens: each further one would cost every
  -- write of every tenant (app.heard_by says the same).
  with heard as (
    select coalesce(bool_or(not s.is_sync), false) as is_pending, bool_or(s.is_sync) as is_sync
    from app.event_subscriptions s where s.tenant_id = v_tenant and s.events && v_names),
  written as (
    insert into app.journal (tenant_id, id, type, actor, resource_type, resource_id,
      object_type_id, before, after, changed, request_id, ip, user_agent, causation_depth,
      root, pending)
    select v_tenant, app.new_id('evt'), p_event, v_actor,
      'object', coalesce((n).id, (o).id), coalesce((n).object_type_id, (o).object_type_id),
      (c).before, case when p_new is not null then app.object_json(n) end, (c).changed,
      p_principal->>'request_id', p_principal->>'ip', p_principal->>'user_agent',
      v_depth, (p_principal->>'root')::uuid, h.is_pending
    from heard h cross join (
      select p_old[i] as o, p_new[i] as n, app.object_changes(p_old[i], p_new[i]) as c
      from generate_subscripts(coalesce(p_new, p_old), 1) i offset 0) pair
    returning id)
  select array_agg(w.id), bool_or(h.is_sync) into v_ids, v_is_sync
  from written w cross join heard h;
  if v_is_sync then perform app.automations_sync(v_tenant, v_ids); end if;
  return current_setting('app.sync', true) is not distinct from 'on';
end $$;
comment on function app.journal_objects is
  'A journal row for each change of an object, from p_old[i] (null when created) to p_new[i] (null '
  'when purged), all of one tenant; then come the automations that run with the writer. Returns '
  'whether automations of this transaction may have changed what was written';
