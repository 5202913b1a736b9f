create or replace function api.collection_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.collection_shown(app.file_sight(tenant),
    app.collection_find(tenant, args->>'collection_id'))
$$;
comment on function api.collection_get is 'Get a file collection';
