create or replace function api.data_import_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.import_json(app.import_find(tenant, args->>'import_id'))
$$;
comment on function api.data_import_get is 'Get an import and its result';
