create or replace function app.integration_receive(
  p_integration app.integrations, p_id text, p_body jsonb, p_faults jsonb)
returns boolean
language plpgsql volatile as $$
declare v_now timestamptz := clock_timestamp();
begin
  if exists (
    select 1 from app.integration_messages m
    where m.tenant_id = p_integration.tenant_id and m.integration_id = p_integration.id and m.id = p_id) then
    return false;
  elsif (
    select count(*) >= 1000 from app.integration_messages m
    where m.tenant_id = p_integration.tenant_id and m.integration_id = p_integration.id and m.body is not null) then
    perform app.fail(429, 'CONCURRENCY_LIMITED', 'A thousand messages are already waiting. Send this one again later.',
      '{"retry_after": 60}');
  end if;
  insert into app.integration_messages (tenant_id, integration_id, id, body, faults, received_at)
  values (p_integration.tenant_id, p_integration.id, p_id, p_body, p_faults, v_now);
  perform app.integration_queue(p_integration.tenant_id, p_integration.id, 'webhook');
  return true;
end $$;
comment on function app.integration_receive is
  'Keeps a message that was sent to an integration, and queues its sync; false for one that is there already. The caller holds its lock';
