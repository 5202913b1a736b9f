create or replace function app.webhook_hear(p_tenant text, p_webhook_id text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
declare
  v_webhook app.webhooks;
  v_rows app.journal[];
  v_fits boolean[];
begin
  select * into v_webhook from app.webhooks w
  where w.tenant_id = p_tenant and w.id = p_webhook_id and w.status = 'active';
  if not found then return; end if;
  v_webhook := app.webhook_sight(v_webhook);
  -- An event that others hear may be its own beginning.
  v_rows := array(
    select r from unnest(p_rows) r
    where r.resource_type <> all (v_webhook.hidden)
      and not (r.type = 'webhook.created' and r.resource_id = p_webhook_id)
    order by r.id);
  -- Every write is reported; its consequences have a budget.
  v_fits := app.budget_share(p_tenant, 'calls', array(
    select case when r.causation_depth > 0 then r.root end from unnest(v_rows) r));
  perform app.deliveries_add(v_webhook, v_rows, array(
    select (v_rows[i]).id from generate_subscripts(v_fits, 1) i where not v_fits[i]));
end $$;
comment on function app.webhook_hear is
  'Queues a delivery of each event to a webhook; what is beyond the budget of its root is only logged';
