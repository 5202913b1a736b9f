create or replace function app.integration_syncs_retry(p_tenant text, p_ids text[])
returns text[]
language plpgsql volatile as $$
declare v_syncs app.integration_syncs[];
begin
  with queued as (
    update app.integration_syncs s set status = 'queued', attempt = 0, error = null, started_at = null, finished_at = null
    from app.integrations i
    where s.tenant_id = p_tenant and s.id = any (p_ids) and s.status = 'failed'
      and i.tenant_id = p_tenant and i.id = s.integration_id and i.status <> 'paused'
    returning row(s.*)::app.integration_syncs as s)
  select coalesce(array_agg(q.s), '{}') into v_syncs from queued q;
  perform app.budget_take(p_tenant, 'runs', cardinality(v_syncs));
  perform app.work_add(p_tenant, 'integration', s.id, p_serial_key => s.integration_id) from unnest(v_syncs) s;
  return array(select s.id from unnest(v_syncs) s);
end $$;
comment on function app.integration_syncs_retry is
  'Queues syncs that failed once more, but none of an integration that is paused; the ids of those that it did';
