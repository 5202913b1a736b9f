create or replace function app.journal_partitions_ensure(p_months_ahead integer)
returns integer
language plpgsql volatile as $$
declare
  v_month timestamptz := date_trunc('month', now(), 'UTC');
  v_name text;
  v_created integer := 0;
begin
  for i in 0 .. p_months_ahead loop
    v_name := 'journal_' || to_char(v_month at time zone 'UTC', 'YYYY_MM');
    if to_regclass('app.' || v_name) is null then
      execute format(
        'create table app.%I partition of app.journal for values from (%L) to (%L)',
        v_name, app.event_id_at(v_month), app.event_id_at(v_month + interval '1 month'));
      execute format('alter table app.%I enable row level security', v_name);
      v_created := v_created + 1;
    end if;
    v_month := v_month + interval '1 month';
  end loop;
  return v_created;
end $$;
comment on function app.journal_partitions_ensure is
  'Creates the monthly partitions of the journal from this month on; returns how many were new';
