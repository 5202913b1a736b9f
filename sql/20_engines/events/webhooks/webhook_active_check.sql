create or replace function app.webhook_active_check(p_webhook app.webhooks)
returns void
language plpgsql immutable as $$
begin
  if p_webhook.status = 'active' then return; end if;
  perform app.fail(409, 'INVALID_STATE', format(
    'The webhook is %s, so nothing is sent to it. Set its status to active first: PATCH '
    '/v1/webhooks/%s {"status": "active"}.', p_webhook.status, p_webhook.id));
end $$;
comment on function app.webhook_active_check is
  'Refuses with 409 a webhook that nothing is sent to';
