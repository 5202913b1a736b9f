create or replace function app.automation_runs_retry(p_tenant text, p_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  v_ids text[];
  v_root uuid := app.principal()->>'root';
begin
  with queued as (
    update app.automation_runs r set status = 'queued', attempt = r.attempt + 1, error = null,
      root = coalesce(v_root, r.root),
      finished_at = null
    where r.tenant_id = p_tenant and r.id = any (p_ids) and r.status = 'failed'
    returning r.id)
  select coalesce(array_agg(q.id), '{}') into v_ids from queued q;
  perform app.budget_take(p_tenant, 'runs', cardinality(v_ids));
  perform app.work_add(p_tenant, 'automation', i) from unnest(v_ids) i;
  return v_ids;
end $$;
comment on function app.automation_runs_retry is
  'Queues runs of automations that failed once more, to go on at the step that failed; the ids of '
  'those that it did';
