create or replace function api.property_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.property_json(app.property_find(
    app.object_type_find(tenant, args->>'object_type_id'), args->>'property_id'))
$$;
comment on function api.property_get is 'Get a property and the progress of its index';
