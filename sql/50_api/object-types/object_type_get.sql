create or replace function api.object_type_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.object_type_json(app.object_type_find(tenant, args->>'object_type_id'))
$$;
comment on function api.object_type_get is 'Get an object type';
