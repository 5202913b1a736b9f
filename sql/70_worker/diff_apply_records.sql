create or replace function worker.diff_apply_records(
  p_tenant text, p_id text, p_ns integer[], p_on_conflict text, p_meta jsonb, p_records text,
  p_bytes jsonb)
returns json
language plpgsql volatile as $$
declare
  v_change app.diff_changes;
  v_changes app.diff_changes[];
  v_kind text;
  v_now jsonb;
  v_source jsonb;
  v_wanted jsonb;
  v_there jsonb;
  v_key text;
  v_does text;
  v_puts jsonb[] := '{}';
  v_put jsonb;
  v_outcomes jsonb := '[]';
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, app.operator_principal(p_meta));
  v_changes := array(
    select row(c.*)::app.diff_changes from app.diff_changes c
    where c.tenant_id = p_tenant and c.diff_id = p_id and c.n = any (p_ns) order by c.n);
  v_kind := v_changes[1].kind;
  v_source := coalesce((
    select json_object_agg(r->>'id', r)::jsonb from jsonb_array_elements(p_records::jsonb) r), '{}');
  v_now := coalesce((
    select json_object_agg(r.id, json_build_object('shown', r.shown::jsonb, 'digest', md5(r.shown)))::jsonb
    from worker.records(p_tenant, v_kind, array(select (c).key from unnest(v_changes) c)) r), '{}');
  foreach v_change in array v_changes loop
    if v_change.outcome ? 'did' and v_change.outcome->>'by' = p_meta->>'restore_id' then
      v_outcomes := v_outcomes || (v_change.outcome || jsonb_build_object('n', v_change.n));
      continue;
    end if;
    v_key := v_change.key;
    v_there := v_now->v_key;
    v_wanted := v_source->v_key;
    v_does := case
      when v_change.action = 'delete' and v_there is null then 'unchanged'
      when v_change.action <> 'delete' and v_wanted is null then 'missing_parent'
      when v_change.action <> 'delete' and v_there->'shown' = v_wanted->'shown' then 'unchanged'
      when v_change.action = 'create' and v_there is null then 'create'
      when v_there is null then 'stale'
      when p_on_conflict <> 'overwrite' and v_there->>'digest' is distinct from v_change.basis then 'stale'
      when v_change.action = 'delete' then 'delete'
      else 'update' end;
    v_outcomes := v_outcomes || jsonb_build_array(jsonb_build_object('n', v_change.n, 'by', p_meta->'restore_id')
      || case when v_does in ('stale', 'missing_parent') then jsonb_build_object('reason', v_does)
        else jsonb_build_object('did', v_does) end);
    if v_does in ('create', 'update', 'delete') then
      v_puts := v_puts || jsonb_build_object('id', v_key, 'does', v_does, 'shown', v_wanted->'shown',
        'record', (v_wanted->'record') || coalesce(nullif(v_wanted->'sealed', 'null'), '{}'));
    end if;
  end loop;
  v_done := worker.diff_done(p_tenant, p_id, v_outcomes);
  -- With the rights that a request has.
  perform worker.as_tenant(p_tenant, app.operator_principal(p_meta));
  foreach v_put in array v_puts loop
    case v_kind
    when 'users' then
      perform app.record_user_put(p_tenant, v_put->>'id', v_put->>'does', v_put->'shown', v_put->'record');
    when 'files' then
      perform app.record_file_put(p_tenant, v_put->>'id', v_put->>'does', v_put->'shown', v_put->'record', p_bytes);
    when 'file_collections' then
      perform app.record_collection_put(p_tenant, v_put->>'id', v_put->>'does', v_put->'shown', v_put->'record');
    when 'comments' then
      perform app.record_comment_put(p_tenant, v_put->>'id', v_put->>'does', v_put->'shown', v_put->'record');
    else
      perform app.record_row_put(p_tenant, v_kind, v_put->>'id', v_put->>'does', v_put->'shown', v_put->'record');
    end case;
  end loop;
  return v_outcomes;
end $$;
comment on function worker.diff_apply_records is
  'Applies changes to records of one kind, all or none, as worker.diff_apply_objects does to objects. p_records: what '
  'worker.records answers of them in the snapshot, with secrets that are sealed for this tenant: [{id, shown, record, sealed}]; p_bytes: where '
  'bytes were put that were missing, by their checksums: {key, size}';
