create or replace function api.job_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.job_json(app.job_find(tenant, args->>'job_id'))
$$;
comment on function api.job_get is 'Get a scheduled job';
