create or replace function api.object_batch_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_created app.objects[];
begin
  if args @> '{"atomic":false}' then
    return app.batch_each('object_create', tenant, args, args->'objects');
  end if;
  v_created := app.objects_create(v_type, array(
    select app.properties_normalize(
      v_type, coalesce(o->'properties', '{}'), null, format('objects[%s].properties', n - 1))
    from jsonb_array_elements(args->'objects') with ordinality i(o, n) order by n));
  return json_build_object('created', cardinality(v_created),
    'ids', array(select c.id from unnest(v_created) c));
end $$;
comment on function api.object_batch_create is 'Create up to 100 objects, all or none';
