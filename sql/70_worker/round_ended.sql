create or replace function worker.round_ended(p_name text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  insert into app.worker_rounds (name, ended_at) values (p_name, v_now)
  on conflict (name) do update set ended_at = v_now;
end $$;
comment on function worker.round_ended is 'Notes that work which the clock starts has gone through as a whole';
