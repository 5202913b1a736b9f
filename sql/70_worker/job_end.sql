create or replace function worker.job_end(
  p_tenant text, p_run_id text, p_attempts integer, p_output jsonb, p_error text)
returns boolean
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  return app.job_end(p_tenant, p_run_id, p_attempts, p_output, p_error);
end $$;
comment on function worker.job_end is
  'Records the result of an attempt that left the database, as app.job_end does';
