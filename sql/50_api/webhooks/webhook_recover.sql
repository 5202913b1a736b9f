create or replace function api.webhook_recover(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_webhook app.webhooks := app.webhook_sight(app.webhook_lock(tenant, args->>'webhook_id'));
  v_since timestamptz := greatest(
    (args->>'since')::timestamptz, app.retention_start(tenant, 'event_retention_days'));
  v_until timestamptz := coalesce((args->>'until')::timestamptz, 'infinity');
  v_rows app.journal[];
  v_retried text[];
  v_queued integer;
  v_done text;
begin
  perform app.webhook_active_check(v_webhook);
  v_rows := app.webhook_missed(v_webhook, v_since, v_until, 10001);
  if cardinality(v_rows) > 10000 then
    perform app.invalid('until', 'too_many',
      'must be earlier: more than 10000 events were missed in this time. Recover them in parts');
  end if;
  v_retried := app.webhook_deliveries_retry(tenant, array(
    select max(d.id) from app.webhook_deliveries d
    where d.tenant_id = tenant and d.webhook_id = v_webhook.id and d.status = 'dead'
      and d.event_id = any (array(select (r).id from unnest(v_rows) r)::text[])
    group by d.event_id));
  v_queued := cardinality(v_retried) + app.deliveries_add(v_webhook, array(
    select r from unnest(v_rows) r
    where not exists (
      select 1 from app.webhook_deliveries d
      where d.tenant_id = tenant and d.webhook_id = v_webhook.id and d.event_id = r.id)
    order by r.id));
  perform app.budget_take(tenant, 'calls', v_queued - cardinality(v_retried));
  v_done := app.journal_write(tenant, 'webhook.recovered', 'webhook', v_webhook.id,
    json_build_object('id', v_webhook.id, 'since', args->'since', 'until', args->'until',
      'queued', v_queued));
  return json_build_object('queued', v_queued);
end $$;
comment on function api.webhook_recover is 'Queue the events that a webhook has missed';
