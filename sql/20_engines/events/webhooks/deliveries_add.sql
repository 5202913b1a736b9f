create or replace function app.deliveries_add(
  p_webhook app.webhooks, p_rows app.journal[], p_beyond text[] default '{}')
returns integer
language plpgsql volatile as $$
declare
  v_tenant text := p_webhook.tenant_id;
  v_now timestamptz := clock_timestamp();
  v_count integer;
begin
  with heard as materialized (
    select app.new_id('whd') as id, r.id as event_id, r.type, r.resource_id,
      app.event_json(r)::text as body, coalesce(r.root, gen_random_uuid()) as root,
      case when r.causation_depth >= 5 then 'It was not sent: five automations, functions or '
        'webhooks in a row have led to it, which looks like a loop.'
      when r.id = any (p_beyond) then 'It was not sent. ' || app.budget_problem(v_tenant, 'calls')
      end as problem
    from unnest(p_rows) r where r.resource_type <> all (p_webhook.hidden)),
  logged as (
    insert into app.webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, url,
      request_body, root, status, error, created_at, completed_at)
    select v_tenant, h.id, p_webhook.id, h.event_id, h.type, p_webhook.url, h.body,
      h.root, case when h.problem is null then 'pending' else 'dead' end, h.problem,
      v_now, case when h.problem is not null then v_now end
    from heard h)
  insert into app.work (tenant_id, kind, id, due_at, serial_key)
  select v_tenant, 'webhook', h.id, v_now, case when p_webhook.ordering = 'per_object'
    then p_webhook.id || ':' || h.resource_id end
  from heard h where h.problem is null;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function app.deliveries_add is
  'Queues a delivery of each event to a webhook and returns how many were queued: not events that '
  'may be a loop or are beyond their budget (p_beyond), which are only logged, and not those that '
  'its authors may not see';
