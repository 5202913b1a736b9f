create or replace function app.objects_save(
  p_type app.object_types, p_operation text, p_old app.objects[], p_properties jsonb[],
  p_is_linked boolean default null, p_is_cascade boolean default false,
  p_txs xid8[] default null)
returns app.objects[]
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_user text := v_principal->>'user_id';
  v_now timestamptz := clock_timestamp();
  v_tx xid8 := app.tx(p_type.tenant_id);
  v_is_guarded boolean :=
    not p_is_cascade and app.type_is_guarded(p_type.policies, p_type.user_access);
  v_object app.objects;
  v_ids text[] := '{}';
  v_saved app.objects[] := '{}';
  v_rows integer;
  v_is_stale boolean;
  v_all app.objects[];
  v_changed integer[] := '{}';
  v_done text;
begin
  if v_is_guarded then
    perform app.policy_check(
      p_type, case p_operation when 'delete' then 'delete' else 'update' end, p_old);
  end if;
  -- One by one: a hundred at once, joined to their rows, took three times as long.
  for i in 1 .. cardinality(p_old) loop
    v_object := p_old[i];
    -- Not of what cascades, such as objects that get another owner.
    if p_operation = 'update' and not p_is_cascade and v_object.properties = p_properties[i] then
      v_saved[i] := v_object;
      continue;
    end if;
    v_changed := v_changed || i;
    insert into app.object_versions (tenant_id, object_type_id, object_id, version, properties,
      is_deleted, operation, created_at, created_by, tx_id)
    values (p_type.tenant_id, p_type.id, v_object.id, v_object.version, v_object.properties,
      v_object.is_deleted, v_object.operation, v_object.updated_at, v_object.updated_by,
      v_object.tx_id);
    v_object.properties := p_properties[i];
    v_object.version := v_object.version + 1;
    v_object.is_deleted := p_operation = 'delete';
    v_object.updated_at := greatest(v_now, v_object.updated_at);
    v_object.updated_by := v_user;
    v_object.operation := p_operation;
    v_object.tx_id := coalesce(p_txs[i], v_tx);
    update app.objects o set properties = v_object.properties, version = v_object.version,
      is_deleted = v_object.is_deleted, updated_at = v_object.updated_at,
      updated_by = v_object.updated_by, operation = v_object.operation, tx_id = v_object.tx_id
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = v_object.id;
    v_ids := v_ids || v_object.id::text;
    v_saved[i] := v_object;
  end loop;
  if v_is_guarded and p_operation <> 'delete' then
    perform app.policy_check(p_type, 'update', v_saved, 'check');
  end if;

  if v_changed = '{}' then return v_saved; end if;
  if cardinality(v_changed) < cardinality(p_old) then
    v_all := v_saved;
    p_old := array(select p_old[n] from unnest(v_changed) n);
    v_saved := array(select v_all[n] from unnest(v_changed) n);
  end if;

  -- Assigned, because PERFORM runs a statement of its own around each.
  v_rows := app.index_replace(p_type, p_old, v_saved);
  v_rows := app.search_replace(p_type, p_old, v_saved);
  if p_type.invariants is not null then v_done := app.invariants_note(p_type, p_old, v_saved); end if;
  if p_operation = 'delete' then
    v_rows := app.object_count(p_type, -cardinality(v_saved), cardinality(v_saved));
  elsif p_operation = 'restore' then
    v_rows := app.object_count(p_type, cardinality(v_saved), -cardinality(v_saved));
  end if;
  v_is_stale := app.journal_objects(v_principal, case p_operation
    when 'update' then 'object.updated' when 'delete' then 'object.deleted'
    else 'object.restored' end, p_old, v_saved, p_type.ai_index, p_type.names);
  if p_operation <> 'update' and coalesce(p_is_linked, app.objects_linked(p_type, v_ids)) then
    v_is_stale := true;  -- automations of cascaded objects may also change it
    if p_operation = 'delete' then
      perform app.associations_hide(p_type, v_ids);
    else
      perform app.associations_show(p_type, p_old);
    end if;
  end if;
  if v_is_stale then v_saved := app.objects_again(p_type, v_saved); end if;
  if v_all is null then return v_saved; end if;
  for i in 1 .. cardinality(v_changed) loop
    v_all[v_changed[i]] := v_saved[i];
  end loop;
  return v_all;
end $$;
comment on function app.objects_save is
  'The next version of objects that the caller has locked: '
  'update, delete (to trash) or restore, with p_properties in the order of p_old. '
  'Those that an update finds as they are to be stay as they are, without version and event. '
  'Keeps the old version, index rows, words, counters and journal, and hides or shows associations '
  'with what cascades (p_is_linked: whether there are any, when the caller has looked). '
  'p_txs: the numbers of the requests that they belong to, if it is one each. 403 POLICY_DENIED, unless this is what cascades, or a move of all that a user has';
