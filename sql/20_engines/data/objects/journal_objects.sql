create or replace function app.journal_objects(
  p_principal jsonb, p_event text, p_old app.objects[], p_new app.objects[], p_ai_index text[],
  p_names text[] default '{}')
returns boolean
language plpgsql volatile as $$
declare
  v_tenant text := coalesce(p_new[1].tenant_id, p_old[1].tenant_id);
  v_place xid8 := app.place(v_tenant);
  v_names text[] := array[p_event, 'object.*', '*'];
  v_depth smallint := coalesce((p_principal->>'causation_depth')::smallint, 0);
  v_actor jsonb := app.journal_actor(p_principal);
  v_hears_now boolean;
  v_is_pending boolean := false;
  v_is_sync boolean := false;
  v_follows boolean := false;
  v_request text := p_principal->>'request_id';
  v_requests jsonb := p_principal->'requests';
  v_call smallint := app.tx_call(app.tx(v_tenant));
  v_ip text := p_principal->>'ip';
  v_agent text := p_principal->>'user_agent';
  v_root uuid := (p_principal->>'root')::uuid;
  v_ids text[];
  v_id text;
  v_object app.objects;
  v_change record;
  v_changed text[];
  v_before json[];
  v_after json;
begin
  if v_depth > 0 then
    perform app.budget_take(
      v_tenant, 'writes', coalesce(cardinality(p_new), cardinality(p_old), 0));
  end if;
  -- Looked up here: a call of app.heard_by would cost every write of every tenant more. A cluster takes half
  -- as long for rows as for an aggregate of them.
  for v_hears_now in
    select s.is_sync from app.event_subscriptions s
    where s.tenant_id = v_tenant and s.events && v_names
  loop
    v_is_sync := v_is_sync or v_hears_now;
    v_is_pending := v_is_pending or not v_hears_now;
  end loop;
  for i in 1 .. coalesce(cardinality(p_new), cardinality(p_old)) loop
    if v_is_sync then v_ids[i] := app.new_id('evt'); end if;
    continue when p_old is null;
    v_change := app.object_changes(p_old[i], p_new[i], p_names);
    v_changed[i] := v_change.changed;
    v_before[i] := v_change.before;
    if v_change.changed && p_ai_index then v_follows := true; end if;
  end loop;
  -- Where vectors follow the texts of objects (app.ai_index_hear).
  v_is_pending := v_is_pending or p_ai_index is not null and (v_follows or p_event <> 'object.updated');
  -- One row as VALUES: see app.objects_create.
  if coalesce(cardinality(p_new), cardinality(p_old)) = 1 and v_requests is null then
    v_object := coalesce(p_new[1], p_old[1]);
    v_id := coalesce(v_ids[1], app.new_id('evt'));
    if p_new is not null then v_after := app.object_journaled(v_object); end if;
    insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id,
      object_type_id, before, after, changed, request_id, ip, user_agent, causation_depth,
      root, pending)
    values (v_tenant, v_place, v_id, p_event, v_actor, 'object', v_object.id,
      v_object.object_type_id, v_before[1], v_after, v_changed[1]::text[], v_request, v_ip, v_agent,
      v_depth, v_root, v_is_pending);
  else
    insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id,
      object_type_id, before, after, changed, request_id, ip, user_agent, causation_depth,
      root, pending, call)
    select v_tenant, v_place, coalesce(v_ids[i], app.new_id('evt')), p_event, v_actor,
      'object', coalesce((n).id, (o).id), coalesce((n).object_type_id, (o).object_type_id),
      v_before[i], case when p_new is not null then app.object_journaled(n) end, v_changed[i]::text[],
      coalesce(request->>'request_id', v_request), v_ip, v_agent, v_depth,
      coalesce((request->>'root')::uuid, v_root), v_is_pending,
      case when request is null then v_call else app.tx_call((n).tx_id) end
    from (
      select i, p_old[i] as o, p_new[i] as n,
        -- Of several requests that run as one, the one that wrote it.
        v_requests->(app.tx_call((p_new[i]).tx_id) - v_call) as request
      from generate_subscripts(coalesce(p_new, p_old), 1) i offset 0) pair;
  end if;
  if v_is_sync then perform app.automations_sync(v_tenant, v_ids); end if;
  return current_setting('app.sync', true) is not distinct from 'on';
end $$;
comment on function app.journal_objects is
  'A journal row for each change of an object, from p_old[i] (null when created) to p_new[i] (null '
  'when purged), all of one type, whose ai_index follows changes of p_ai_index; then come the automations that run with the writer. Returns '
  'whether automations of this transaction may have changed what was written';
