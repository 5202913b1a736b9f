create or replace function worker.housekeeping()
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A new partition locks readers out for a moment: at once, or when the job is tried again.
  perform set_config('lock_timeout', '2s', true);
  perform app.journal_partitions_ensure(3);
  -- How far the numbers are: what a rewind takes for lost begins here.
  if app.lineage_state() = 'same' then perform app.lineage_note(clock_timestamp()); end if;
  perform worker.expire();
  perform worker.dead_letters_revert(t) from worker.tenants_of('app.dead_letters') t;
  perform worker.exports_expire(t) from worker.tenants_of('app.exports') t;
  perform worker.function_runs_fail(t) from worker.tenants_of('app.function_runs') t;
end $$;
comment on function worker.housekeeping is
  'Once an hour: makes journal partitions ahead, removes what is kept for a time only, and settles '
  'what a killed process or a skipped attempt has left unfinished';
