create or replace function api.integration_sync(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_integration app.integrations := app.integration_lock(tenant, args->>'integration_id');
begin
  if v_integration.status = 'paused' then
    perform app.fail(409, 'INVALID_STATE', format('The integration %s is paused. Set its status to active first.',
      v_integration.name));
  end if;
  return app.integration_sync_json(app.integration_queue(tenant, v_integration.id, 'manual'));
end $$;
comment on function api.integration_sync is 'Queues a run of an integration';
