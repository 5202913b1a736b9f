create or replace function api.job_sealed(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_found app.scheduled_jobs := app.job_find(tenant, args->>'job_id');
begin
  return app.sealed_in(v_found.action_config);
end $$;
comment on function api.job_sealed is 'The sealed headers of a scheduled job, for a change of it';
