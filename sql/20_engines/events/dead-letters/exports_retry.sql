create or replace function app.exports_retry(p_tenant text, p_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  -- From when on it may take a day: worker.exports_expire.
  v_now timestamptz := clock_timestamp();
  v_ids text[];
begin
  with queued as (
    update app.exports e
    set status = 'pending', error = null, started_at = v_now, finished_at = null
    where e.tenant_id = p_tenant and e.id = any (p_ids) and e.status = 'failed'
    returning e.id)
  select coalesce(array_agg(q.id), '{}') into v_ids from queued q;
  return v_ids;
end $$;
comment on function app.exports_retry is
  'Makes exports that failed wait once more; the ids of those that did. Their jobs follow from the '
  'events dead_letter.retried (worker.tasks_add)';
