create or replace function app.queue_job_status(p_attempts integer, p_due_at timestamptz)
returns text
language plpgsql stable as $$
begin
  return case when p_attempts = 0 then 'queued'
    when p_attempts = 1 and p_due_at > clock_timestamp() then 'running' else 'retrying' end;
end $$;
comment on function app.queue_job_status is
  'The status of queued work: queued; running, begun for the first time; retrying, begun again or waiting for that';
