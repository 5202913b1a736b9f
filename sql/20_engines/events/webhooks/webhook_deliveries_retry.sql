create or replace function app.webhook_deliveries_retry(p_tenant text, p_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_ids text[];
begin
  -- In the order in which worker.webhook_end locks: what is queued, then its record.
  perform from app.work w
  where w.tenant_id = p_tenant and w.kind = 'webhook' and w.id = any (p_ids)
  order by w.id for update;
  with queued as (
    update app.webhook_deliveries d set status = 'pending', trigger = 'retry',
      next_attempt_at = null, completed_at = null
    from app.webhooks w
    where d.tenant_id = p_tenant and d.id = any (p_ids) and d.status <> 'pending'
      and w.tenant_id = p_tenant and w.id = d.webhook_id and w.status = 'active'
    returning d.id, case when w.ordering = 'per_object' then coalesce(w.id || ':'
      || (d.request_body::jsonb->'data'->>'id'), w.id) end as serial_key),
  added as (
    select q.id, app.work_add(p_tenant, 'webhook', q.id, v_now, q.serial_key) from queued q)
  select coalesce(array_agg(a.id order by a.id), '{}') into v_ids from added a;
  perform app.budget_take(p_tenant, 'calls', cardinality(v_ids));
  update app.dead_letters l set status = 'retrying'
  where l.tenant_id = p_tenant and l.source = 'webhook' and l.record_id = any (v_ids);
  return v_ids;
end $$;
comment on function app.webhook_deliveries_retry is
  'Queues deliveries once more, at once, with the same webhook-id and a whole series of attempts, '
  'and says which: none that is queued already, and none of a webhook that is not active';
