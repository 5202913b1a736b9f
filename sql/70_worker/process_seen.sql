create or replace function worker.process_seen(
  p_process text, p_host text, p_pid integer, p_version text, p_stuck text[])
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  insert into app.worker_processes (process_id, host, pid, version, started_at, seen_at, stuck_lanes)
  values (p_process, p_host, p_pid, p_version, v_now, v_now, p_stuck)
  on conflict (process_id) do update set seen_at = v_now, stuck_lanes = p_stuck;
  delete from app.worker_processes w where w.seen_at < v_now - interval '1 day';
end $$;
comment on function worker.process_seen is
  'Says that a process of the worker lives, and which of its lanes do not turn. Forgets those that have not said so for a day';
