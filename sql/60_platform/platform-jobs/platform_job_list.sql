create or replace function platform.platform_job_list(args jsonb)
returns json
language plpgsql stable as $$
begin
  return auth.jobs_shown(args);
end $$;
comment on function platform.platform_job_list is 'List queued work and operations, newest first';
