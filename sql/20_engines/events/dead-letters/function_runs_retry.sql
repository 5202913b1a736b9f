create or replace function app.function_runs_retry(p_tenant text, p_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  v_ids text[];
  v_root uuid := app.principal()->>'root';
begin
  with queued as (
    update app.function_runs r set status = 'queued', attempt = 0, error = null,
      root = coalesce(v_root, r.root),
      finished_at = null, duration_ms = null, started_at = null
    from app.functions f
    where r.tenant_id = p_tenant and r.id = any (p_ids) and r.status in ('failed', 'timeout')
      and f.tenant_id = p_tenant and f.id = r.function_id and f.is_enabled
    returning r.id)
  select coalesce(array_agg(q.id), '{}') into v_ids from queued q;
  perform app.budget_take(p_tenant, 'runs', cardinality(v_ids));
  perform app.work_add(p_tenant, 'function', i) from unnest(v_ids) i;
  return v_ids;
end $$;
comment on function app.function_runs_retry is
  'Queues runs of functions that failed once more, but none of a function that is disabled; the '
  'ids of those that it did';
