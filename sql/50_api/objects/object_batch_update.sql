create or replace function api.object_batch_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_ids text[] := array(select u->>'object_id' from jsonb_array_elements(args->'updates') u);
  v_old app.objects[] := app.objects_lock(v_type, v_ids, false);
  v_saved app.objects[];
begin
  if args @> '{"atomic":false}' then
    return app.batch_each('object_update', tenant, args, args->'updates');
  end if;
  perform app.ids_check('updates', 'object_id', v_ids);
  perform app.ids_found('updates', v_ids, v_old);
  perform app.version_check(o.version, args->'updates'->(array_position(v_ids, o.id::text) - 1))
  from unnest(v_old) o;
  v_saved := app.objects_save(v_type, 'update', v_old, array(
    select app.properties_normalize(
      v_type, u.properties, o.properties, format('updates[%s].properties', u.n - 1))
    from unnest(v_old) with ordinality o(tenant_id, object_type_id, id, properties)
    join (select n, u->>'object_id' as id, u->'properties' as properties
          from jsonb_array_elements(args->'updates') with ordinality i(u, n)) u on u.id = o.id
    order by o.id));
  return (
    select json_agg(json_build_object('object_id', s.id, 'version', s.version)
      order by array_position(v_ids, s.id::text))
    from unnest(v_saved) s);
end $$;
comment on function api.object_batch_update is 'Change up to 100 objects, all or none';
