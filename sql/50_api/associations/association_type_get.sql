create or replace function api.association_type_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.association_type_json(
    app.association_type_find(tenant, args->>'association_type_id'))
$$;
comment on function api.association_type_get is 'Get an association type';
