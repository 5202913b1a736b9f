create or replace function api.object_batch_upsert(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_names text[] := app.match_names(v_type, args->'match_on');
  v_items jsonb[] := array(
    select o->'properties'
    from jsonb_array_elements(args->'objects') with ordinality i(o, n) order by n);
  v_keys jsonb[] := app.match_keys(v_type, v_names, v_items);
  v_matches text[] := app.objects_match(v_type, v_names, v_keys);
  v_old app.objects[] := app.objects_lock(v_type, array_remove(v_matches, null), false);
  v_created app.objects[] := '{}';
  v_new jsonb[];
begin
  perform app.match_still(v_matches, v_keys, v_old);
  -- Changes first: they may set free a unique value that a new object takes.
  if cardinality(v_old) > 0 then
    perform app.objects_save(v_type, 'update', v_old, array(
      select app.properties_normalize(
        v_type, v_items[array_position(v_matches, o.id)], o.properties,
        format('objects[%s].properties', array_position(v_matches, o.id) - 1))
      from (select x.id::text as id, x.properties from unnest(v_old) x) o
      order by o.id collate "C"));
  end if;
  v_new := array(
    select app.properties_normalize(
      v_type, v_items[n], null, format('objects[%s].properties', n - 1))
    from generate_series(1, cardinality(v_items)) n where v_matches[n] is null order by n);
  if cardinality(v_new) > 0 then
    v_created := app.objects_create_matched(v_type, v_names, v_new);
  end if;
  return json_build_object('created', cardinality(v_created), 'updated', cardinality(v_old),
    'ids', array(
      select coalesce(v_matches[n], (v_created[(
        select count(*) from generate_series(1, n) m where v_matches[m] is null)]).id)
      from generate_series(1, cardinality(v_items)) n order by n));
end $$;
comment on function api.object_batch_upsert is 'Create or change up to 100 objects';
