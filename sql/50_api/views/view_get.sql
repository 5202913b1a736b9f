create or replace function api.view_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.view_json(app.view_find(
    app.object_type_find(tenant, args->>'object_type_id'), args->>'view_id'))
$$;
comment on function api.view_get is 'Get a saved view';
