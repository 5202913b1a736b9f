create or replace function jobs.dead_letters_expire()
returns void
language plpgsql volatile as $$
declare
  v_day timestamptz := clock_timestamp() - interval '90 days';
  v_before text := 'dlq_' || right(app.event_id_from(v_day), 32);
  v_tenant text := '';
begin
  -- From one tenant that has some to the next, as jobs.housekeeping does.
  loop
    select d.tenant_id into v_tenant from app.dead_letters d
    where d.tenant_id > v_tenant order by d.tenant_id limit 1;
    exit when not found;
    delete from app.dead_letters d
    where d.tenant_id = v_tenant and d.id < v_before and d.last_failed_at < v_day;
  end loop;
end $$;
comment on function jobs.dead_letters_expire is
  'For jobs.housekeeping: what was given up goes 90 days after its last failure';
