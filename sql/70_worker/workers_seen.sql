create or replace function worker.workers_seen(p_ids text[])
returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_id text;
  v_dead text[];
begin
  foreach v_id in array p_ids loop
    insert into app.workers (worker_id, seen_at) values (v_id, v_now)
    on conflict (worker_id) do update set seen_at = v_now;
  end loop;
  delete from app.workers w where w.seen_at < v_now - interval '30 seconds';
  v_dead := array(
    select distinct j.locked_by from graphile_worker.jobs j
    where j.locked_at < v_now - interval '30 seconds'
      and j.locked_by not in (select w.worker_id from app.workers w));
  if v_dead <> '{}' then perform graphile_worker.force_unlock_workers(v_dead); end if;
  return cardinality(v_dead);
end $$;
comment on function worker.workers_seen is
  'Says that these workers of the job queue live, and gives free the jobs of those that did not '
  'say so for 30 seconds: they were killed. How many such workers there were is answered';
