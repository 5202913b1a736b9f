create or replace function worker.messages_expire()
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before text := 'msg_' || right(app.event_id_from(clock_timestamp() - interval '90 days'), 32);
  v_tenant text := '';
begin
  loop
    select m.tenant_id into v_tenant from app.messages m
    where m.tenant_id > v_tenant order by m.tenant_id limit 1;
    exit when not found;
    delete from app.messages m where m.tenant_id = v_tenant and m.id < v_before;
  end loop;
end $$;
comment on function worker.messages_expire is 'Ends the log of messages after 90 days';
