create or replace function app.webhook_disable(p_tenant text, p_id text, p_reason text)
returns boolean
language plpgsql volatile as $$
declare
  v_old app.webhooks;
  v_new app.webhooks;
  v_admins text[];
  v_now timestamptz;
  v_done text;
begin
  select * into v_old from app.webhooks w
  where w.tenant_id = p_tenant and w.id = p_id and w.status = 'active' for update;
  if not found then return false; end if;
  v_now := clock_timestamp();
  update app.webhooks w set status = 'disabled', disabled_reason = p_reason,
    updated_at = v_now
  where w.tenant_id = p_tenant and w.id = p_id returning * into v_new;
  perform app.webhook_subscribe(v_new);
  v_done := app.journal_webhook('webhook.disabled', v_old, v_new);
  v_admins := array(select u.id from app.users u
    where u.tenant_id = p_tenant and u.role in ('owner', 'admin') order by u.id limit 100);
  perform app.notify(p_tenant, v_admins, 'webhook_disabled', 'A webhook was disabled', format(
    'Nothing is sent to %s any more. %s Fix the endpoint, set the status of the webhook to active, '
    'and recover the events that it missed.', split_part(v_new.url, '?', 1), p_reason),
    jsonb_build_object('webhook_id', p_id), '{in_app,email}');
  return true;
end $$;
comment on function app.webhook_disable is
  'Ends the deliveries of a webhook that cannot be reached any more, and tells owners and admins; '
  'false when it is not active';
