create or replace function worker.journal_retire(p_days integer)
returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_until timestamptz := now() - make_interval(days => greatest(p_days, 1));
  v_names text[];
  v_name text;
begin
  -- Dropping a partition locks the journal: at once, or at another time.
  perform set_config('lock_timeout', '2s', true);
  v_names := array(
    select m.name from app.journal_months() m
    where m.month + interval '1 month' <= v_until at time zone 'UTC' order by m.name);
  foreach v_name in array v_names loop
    execute format('drop table app.%I', v_name);
  end loop;
  return v_names;
exception when lock_not_available then
  return '{}';
end $$;
comment on function worker.journal_retire is
  'Drops the months of the journal that ended more than p_days ago; returns their partitions. '
  'None when it cannot have the journal to itself within two seconds: ask again later';
