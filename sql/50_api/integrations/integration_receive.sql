create or replace function api.integration_receive(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_integration app.integrations := app.integration_lock(tenant, args->>'integration_id');
begin
  if v_integration.status = 'paused' then
    perform app.fail(409, 'INVALID_STATE', 'This integration is paused. Send the message again after it has been resumed.');
  end if;
  return json_build_object('received', true,
    'duplicate', not app.integration_receive(v_integration, args->>'message_id', args->'body', args->'faults'));
end $$;
comment on function api.integration_receive is 'Takes a verified message for an integration, once';
