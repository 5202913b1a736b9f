create or replace function api.data_export_status(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.export_json(app.export_find(tenant, args->>'export_id'))
$$;
comment on function api.data_export_status is 'Get the state of an export';
