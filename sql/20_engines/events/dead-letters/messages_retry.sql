create or replace function app.messages_retry(p_tenant text, p_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_ids text[];
begin
  with queued as (
    update app.messages m set status = 'queued', attempts = 0, due_at = v_now, error = null
    where m.tenant_id = p_tenant and m.id = any (p_ids) and m.status = 'failed'
    returning m.id)
  select coalesce(array_agg(q.id), '{}') into v_ids from queued q;
  perform app.budget_take(p_tenant, 'mails', cardinality(v_ids));
  return v_ids;
end $$;
comment on function app.messages_retry is
  'Queues mails and texts that failed once more; the ids of those that did';
