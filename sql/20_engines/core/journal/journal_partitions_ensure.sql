create or replace function app.journal_partitions_ensure(p_months_ahead integer, p_months timestamp[] default '{}')
returns integer
language plpgsql volatile as $$
declare
  v_now timestamp := date_trunc('month', now() at time zone 'UTC');
  v_month timestamp;
  v_name text;
  v_low text;
  v_high text;
  v_created integer := 0;
begin
  for v_month in
    select m from (
      select v_now + make_interval(months => n) from generate_series(0, p_months_ahead) n
      union select unnest(p_months)
      -- Rows written while a partition was missing.
      union select date_trunc('month', app.id_time(d.id) at time zone 'UTC')
      from app.journal_default d) wanted(m)
    where m is not null
    except select m.month from app.journal_months() m
    order by 1
  loop
    v_name := 'journal_' || to_char(v_month, 'YYYY_MM');
    v_low := app.event_id_at(v_month at time zone 'UTC');
    v_high := app.event_id_at((v_month + interval '1 month') at time zone 'UTC');
    lock table app.journal_default in access exclusive mode;
    execute format('create table app.%I (like app.journal including all)', v_name);
    execute format('alter table app.%I enable row level security', v_name);
    execute format('with moved as (delete from app.journal_default d where d.id >= %L '
      'and d.id < %L returning d.*) insert into app.%I select * from moved', v_low, v_high, v_name);
    execute format('alter table app.journal attach partition app.%I for values from (%L) to (%L)',
      v_name, v_low, v_high);
    v_created := v_created + 1;
  end loop;
  if v_created > 0 then perform app.statistics_ensure(); end if;
  return v_created;
end $$;
comment on function app.journal_partitions_ensure is
  'Creates the monthly partitions of the journal from this month on, and those of rows in the '
  'default partition, which move there, and p_months; returns how many were new';
