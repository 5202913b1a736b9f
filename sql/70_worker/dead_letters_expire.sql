create or replace function worker.dead_letters_expire()
returns void
language plpgsql volatile as $$
declare
  v_day timestamptz := clock_timestamp() - interval '90 days';
  v_before text := 'dlq_' || right(app.event_id_from(v_day), 32);
  v_tenant text := '';
begin
  -- From one tenant that has some to the next, as worker.housekeeping does.
  loop
    select d.tenant_id into v_tenant from app.dead_letters d
    where d.tenant_id > v_tenant order by d.tenant_id limit 1;
    exit when not found;
    delete from app.dead_letters d
    where d.tenant_id = v_tenant and d.id < v_before and d.last_failed_at < v_day;
    -- What was to be tried again, but is not: it was skipped, or taken back.
    update app.dead_letters d set status = 'dead'
    where d.tenant_id = v_tenant and d.status = 'retrying' and not exists (
      select from app.work w
      where w.tenant_id = v_tenant and w.kind = d.source and w.id = d.record_id)
      and not exists (
        select from app.messages m
        where m.tenant_id = v_tenant and m.id = d.record_id and m.status = 'queued')
      and not exists (
        select from app.exports e where e.tenant_id = v_tenant and e.id = d.record_id
          and e.status in ('pending', 'running'));
  end loop;
end $$;
comment on function worker.dead_letters_expire is
  'For worker.housekeeping: what was given up goes 90 days after its last failure; what is tried '
  'again no more is dead again';
