create or replace function api.object_search(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.search(app.object_type_find(tenant, args->>'object_type_id'), args)
$$;
comment on function api.object_search is 'Search objects by filters and text';
