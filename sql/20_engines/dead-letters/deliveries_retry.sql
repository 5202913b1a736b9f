create or replace function app.deliveries_retry(p_tenant text, p_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_ids text[];
begin
  with queued as (
    update app.webhook_deliveries d
    set status = 'pending', next_attempt_at = v_now, completed_at = null, error = null
    from app.webhooks w
    where d.tenant_id = p_tenant and d.id = any (p_ids) and d.status = 'dead'
      and w.tenant_id = p_tenant and w.id = d.webhook_id and w.status = 'active'
    returning d.id)
  select coalesce(array_agg(q.id), '{}') into v_ids from queued q;
  perform app.work_add(p_tenant, 'webhook', i) from unnest(v_ids) i;
  return v_ids;
end $$;
comment on function app.deliveries_retry is
  'Queues deliveries that were given up once more, with the same webhook-id, but none of a webhook '
  'that is not active; the ids of those that it did';
