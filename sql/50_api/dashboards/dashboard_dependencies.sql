create or replace function api.dashboard_dependencies(tenant text, args jsonb)
returns json
language sql stable as $$
  select json_build_object('dependencies',
    app.dashboard_dependencies(app.dashboard_find(tenant, args->>'dashboard_id')))
$$;
comment on function api.dashboard_dependencies is 'List what is deleted with a dashboard';
