create or replace function worker.diff_apply_objects(
  p_tenant text, p_id text, p_ns integer[], p_on_conflict text, p_meta jsonb, p_is_dry boolean)
returns json
language plpgsql volatile as $$
declare
  v_diff app.diffs;
  v_changes app.diff_changes[];
  v_change app.diff_changes;
  v_type app.object_types;
  v_object app.objects;
  v_wanted jsonb;
  v_now timestamptz;
  v_tx xid8;
  v_ids text[];
  v_found jsonb := '{}';
  v_objects app.objects[];
  v_new app.objects[] := '{}';
  v_old app.objects[] := '{}';
  v_values jsonb[] := '{}';
  v_back app.objects[] := '{}';
  v_back_values jsonb[] := '{}';
  v_gone app.objects[] := '{}';
  v_does text;
  v_outcomes jsonb := '[]';
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, app.operator_principal(p_meta));
  select * into v_diff from app.diffs d where d.tenant_id = p_tenant and d.id = p_id;
  v_changes := array(
    select row(c.*)::app.diff_changes from app.diff_changes c
    where c.tenant_id = p_tenant and c.diff_id = p_id and c.n = any (p_ns) order by c.n);
  if p_is_dry and not exists (
    select 1 from app.object_types t where t.tenant_id = p_tenant and t.name = v_changes[1].type) then
    -- It is made, or gets this name, before its objects come.
    return (
      select json_agg(json_build_object('n', (c).n, 'did', (c).action)) from unnest(v_changes) c);
  end if;
  v_type := app.object_type_hold(p_tenant, v_changes[1].type);
  v_ids := array(select coalesce((c).target_id, (c).source_id) from unnest(v_changes) c);
  v_objects := app.objects_take(v_type, v_ids, null);
  v_found := coalesce((
    select json_object_agg(o.id, o.ordinality)::jsonb from unnest(v_objects) with ordinality o), '{}');
  v_tx := app.tx(p_tenant);
  v_now := clock_timestamp();
  foreach v_change in array v_changes loop
    if v_change.outcome ? 'did' and v_change.outcome->>'by' = p_meta->>'restore_id' then
      v_outcomes := v_outcomes || (v_change.outcome || jsonb_build_object('n', v_change.n));
      continue;
    end if;
    v_object := v_objects[(v_found->>coalesce(v_change.target_id, v_change.source_id))::integer];
    v_wanted := case when v_change.action <> 'delete' then
      (v_change.wanted - v_diff.ignored) || coalesce(app.members_of(v_object.properties, v_diff.ignored), '{}') end;
    v_does := case
      when v_change.action = 'delete' and (v_object.id is null or v_object.is_deleted) then 'unchanged'
      when v_change.action <> 'delete' and not v_object.is_deleted and v_object.properties = v_wanted then 'unchanged'
      when v_change.action = 'create' and v_object.id is null then 'create'
      when v_change.action = 'create' and v_object.is_deleted then 'restore'
      when v_change.action <> 'create' and (v_object.id is null
        or p_on_conflict <> 'overwrite' and v_object.version::text <> v_change.basis) then 'stale'
      when v_change.action = 'create' and p_on_conflict <> 'overwrite' then 'stale'
      when v_change.action = 'delete' then 'delete'
      when v_object.is_deleted then 'restore'
      else 'update' end;
    v_outcomes := v_outcomes || jsonb_build_array(jsonb_build_object('n', v_change.n, 'by', p_meta->'restore_id')
      || case when v_does = 'stale' then '{"reason": "stale"}' else jsonb_build_object('did', v_does) end);
    if v_does in ('create', 'restore', 'update') and not p_is_dry then
      v_wanted := app.properties_normalize(v_type, v_wanted, '{}', 'properties');
    end if;
    case v_does
    when 'create' then
      v_new := v_new || row(p_tenant, v_type.id, v_change.source_id, v_wanted, 1, false,
        coalesce((v_change.origin->>'created_at')::timestamptz, app.id_time(v_change.source_id)), v_now,
        v_change.origin->>'created_by', null, 'create', v_tx)::app.objects;
    when 'update' then
      v_old := v_old || v_object;
      v_values := v_values || v_wanted;
    when 'restore' then
      v_back := v_back || v_object;
      v_back_values := v_back_values || v_wanted;
    when 'delete' then
      v_gone := v_gone || v_object;
    else null;
    end case;
  end loop;
  if p_is_dry then return v_outcomes; end if;
  -- First those that go: they give up their unique values.
  if v_gone <> '{}' then
    perform app.objects_save(v_type, 'delete', v_gone, array(select (o).properties from unnest(v_gone) o));
  end if;
  if v_old <> '{}' then perform app.objects_save(v_type, 'update', v_old, v_values); end if;
  if v_back <> '{}' then perform app.objects_save(v_type, 'restore', v_back, v_back_values); end if;
  if v_new <> '{}' then perform app.objects_add(v_type, v_new); end if;
  v_done := app.invariants_settle(p_tenant);
  perform worker.diff_done(p_tenant, p_id, v_outcomes);
  return v_outcomes;
end $$;
comment on function worker.diff_apply_objects is
  'Applies changes to objects of one type, all or none, and answers what it did about each: [{n, did | reason}]. p_meta goes with '
  'its events; p_is_dry: only says what it would do. Errors are those of the engine, for one of the objects at least';
