create or replace function platform.billing_event_receive(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_event jsonb := args->'event';
  v_tenant app.tenants := app.tenant_lock(args->>'tenant_id');
  v_id text;
  v_old timestamptz;
begin
  insert into app.billing_events (tenant_id, id, type)
  values (v_tenant.tenant_id, v_event->>'event_id', v_event->>'type')
  on conflict do nothing
  returning id into v_id;
  if v_id is not null then
    if v_event->>'customer_id' is null or app.address_take(
      v_tenant.tenant_id, (v_event->>'provider') || '/' || (v_event->>'customer_id'))
    then
      perform app.billing_event_apply(v_tenant, v_event);
    end if;
    v_old := clock_timestamp() - interval '35 days';
    delete from app.billing_events e
    where e.tenant_id = v_tenant.tenant_id and e.received_at < v_old;
  end if;
  return json_build_object('received', true);
end $$;
comment on function platform.billing_event_receive is
  'Applies a verified event of the payment provider once';
