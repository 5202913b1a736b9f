create or replace function api.sql_write(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_action text := args->'made'->>'action';
  v_rows jsonb := args->'made'->'rows';
  v_reference text := args->'made'->>'object_type_id';
  v_ids text[] := array(select r->>'id' from jsonb_array_elements(v_rows) r);
  v_type app.object_types;
  v_old app.objects[];
  v_changed app.objects[];
begin
  perform app.sql_write_check();
  v_type := case when v_action = 'delete' then app.object_type_hold_deep(tenant, v_reference, v_ids)
    else app.object_type_hold(tenant, v_reference) end;
  if v_action = 'insert' then
    v_changed := app.objects_create(v_type, array(
      select app.properties_normalize(v_type, r->'properties', null, format('rows[%s]', n - 1))
      from jsonb_array_elements(v_rows) with ordinality i(r, n) order by n));
  else
    v_old := app.objects_lock(v_type, v_ids, false);
    if cardinality(v_old) <> cardinality(v_ids) or exists (
      select 1 from unnest(v_old) o join jsonb_array_elements(v_rows) r on r->>'id' = o.id
      where (r->>'version')::integer <> o.version) then
      perform app.fail(409, 'VERSION_CONFLICT', 'Objects were changed while the statement ran, so nothing was '
        'changed. Send it again.');
    end if;
    v_changed := app.objects_save(v_type, v_action, v_old, array(
      select case when v_action = 'delete' then o.properties
        else app.properties_normalize(v_type, r.properties, o.properties, format('rows[%s]', r.n - 1)) end
      from unnest(v_old) with ordinality o(tenant_id, object_type_id, id, properties)
      join (select n, u->>'id' as id, u->'properties' as properties
            from jsonb_array_elements(v_rows) with ordinality i(u, n)) r on r.id = o.id
      order by o.id));
  end if;
  return json_build_object('objects', (
    select coalesce(json_agg(app.object_json(row(c.*)::app.objects)), '[]') from unnest(v_changed) c));
end $$;
comment on function api.sql_write is
  'Makes of objects what a statement says: args.made is {action: insert, update or delete, object_type_id, '
  'rows: [{id, version, properties}]}; each has to have its version still, else 409';
