create or replace function worker.webhook_deliveries_expire()
returns void
language plpgsql volatile as $$
declare
  v_before text :=
    'whd_' || right(app.event_id_from(clock_timestamp() - interval '30 days'), 32);
  v_tenant text := '';
begin
  -- From one tenant that has some to the next, as worker.housekeeping does.
  loop
    select d.tenant_id into v_tenant from app.webhook_deliveries d
    where d.tenant_id > v_tenant order by d.tenant_id limit 1;
    exit when not found;
    delete from app.webhook_deliveries d
    where d.tenant_id = v_tenant and d.id < v_before and d.status in ('success', 'dead')
      and not exists (
        select from app.dead_letters l
        where l.tenant_id = v_tenant and l.source = 'webhook' and l.record_id = d.id);
  end loop;
end $$;
comment on function worker.webhook_deliveries_expire is
  'For worker.housekeeping: deliveries that are over go after 30 days, but not before their dead '
  'letter';
