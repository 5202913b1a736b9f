create or replace function app.automations_count(p_tenant text, p_rows app.journal[])
returns void
language sql volatile as $$
  update app.automations a
  set run_count = a.run_count + n.count, last_run_at = greatest(a.last_run_at, n.last_at)
  from (
    select r.after->>'automation_id' as id, count(*) as count, max(r.created_at) as last_at
    from unnest(p_rows) r
    where r.resource_type = 'automation_run' and r.after->'trigger'->>'mode' = 'sync'
    group by 1) n
  where a.tenant_id = p_tenant and a.id = n.id
$$;
comment on function app.automations_count is
  'Counts the runs of mode sync that events tell of. In the transactions of writers the row of the '
  'automation would have them wait for each other';
