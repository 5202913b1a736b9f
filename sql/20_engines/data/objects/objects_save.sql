create or replace function app.objects_save(
  p_type app.object_types, p_operation text, p_old app.objects[], p_properties jsonb[],
  p_is_linked boolean default null, p_is_cascade boolean default false)
returns app.objects[]
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_user text := app.principal()->>'user_id';
  v_tx xid8 := app.tx();
  v_ids text[] := array(select o.id from unnest(p_old) o);
  v_saved app.objects[];
begin
  if not p_is_cascade and app.type_is_guarded(p_type.policies, p_type.user_access) then
    perform app.policy_check(
      p_type, case p_operation when 'delete' then 'delete' else 'update' end, p_old);
  end if;
  insert into app.object_versions (tenant_id, object_type_id, object_id, version, properties,
    is_deleted, operation, created_at, created_by, tx_id)
  select p_type.tenant_id, p_type.id, o.id, o.version, o.properties, o.is_deleted,
    o.operation, o.updated_at, o.updated_by, o.tx_id
  from unnest(p_old) o;

  with saved as (
    update app.objects o set properties = p_properties[array_position(v_ids, o.id::text)],
      version = o.version + 1, is_deleted = (p_operation = 'delete'),
      updated_at = greatest(v_now, o.updated_at), updated_by = v_user,
      operation = p_operation::app.object_operation, tx_id = v_tx
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = any (v_ids)
    returning o as object)
  select array_agg(s.object order by array_position(v_ids, (s.object).id::text)) into v_saved
  from saved s;
  if not p_is_cascade and p_operation <> 'delete'
    and app.type_is_guarded(p_type.policies, p_type.user_access) then
    perform app.policy_check(p_type, 'update', v_saved, 'check');
  end if;

  perform app.index_replace(p_type, p_old, v_saved);
  perform app.search_replace(p_type, p_old, v_saved);
  if p_operation = 'delete' then
    perform app.object_count(p_type, -cardinality(v_saved), cardinality(v_saved));
  elsif p_operation = 'restore' then
    perform app.object_count(p_type, cardinality(v_saved), -cardinality(v_saved));
  end if;
  perform app.journal_objects(case p_operation
    when 'update' then 'object.updated' when 'delete' then 'object.deleted'
    else 'object.restored' end, p_old, v_saved);
  if p_operation <> 'update' and coalesce(p_is_linked, app.objects_linked(p_type, v_ids)) then
    if p_operation = 'delete' then
      perform app.associations_hide(p_type, v_ids);
    else
      perform app.associations_show(p_type, p_old);
    end if;
  end if;
  if current_setting('app.sync', true) = 'on' then
    v_saved := app.objects_again(p_type, v_saved);
  end if;
  return v_saved;
end $$;
comment on function app.objects_save is
  'The next version of objects that the caller has locked: '
  'update, delete (to trash) or restore, with p_properties in the order of p_old. '
  'Keeps the old version, index rows, words, counters and journal, and hides or shows associations '
  'with what cascades (p_is_linked: whether there are any, when the caller has looked). '
  '403 POLICY_DENIED, unless this is what cascades, or a move of all that a user has';
