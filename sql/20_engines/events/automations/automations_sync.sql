create or replace function app.automations_sync(p_tenant text, p_event_ids text[])
returns void
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_subscription app.event_subscriptions;
  v_row app.journal;
  v_is_outermost boolean;
  v_done text;
begin
  -- The worker's own clearing cannot be refused by an automation.
  if current_user <> 'insula_tenant' then return; end if;
  v_is_outermost := app.sync_time_begin(cardinality(p_event_ids));
  v_done := app.act_as('{"type":"system","id":"automations","scopes":["*"]}');
  for v_subscription in
    select * from app.event_subscriptions s
    where s.tenant_id = p_tenant and s.kind = 'automation' and s.is_sync order by s.subscriber_id
  loop
    foreach v_row in array app.subscription_matching(v_subscription, array(
      select row(j.*)::app.journal as j from app.journal j
      where j.tenant_id = p_tenant and j.id = any (p_event_ids) order by j.id))
    loop
      perform app.automation_run_sync(
        app.automation_find(p_tenant, v_subscription.subscriber_id), v_row, v_principal);
    end loop;
  end loop;
  v_done := app.act_back(v_principal);
  if v_is_outermost then perform app.sync_time_end(); end if;
end $$;
comment on function app.automations_sync is
  'Runs the automations of mode sync that heard events of this very transaction';
