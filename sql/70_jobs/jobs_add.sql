create or replace function jobs.jobs_add(p_rows app.journal[])
returns void
language sql volatile as $$
  select graphile_worker.add_job(
    t.task, json_build_object('tenant_id', r.tenant_id, 'resource_id', r.resource_id),
    job_key => r.type || ':' || r.resource_id, max_attempts => t.attempts)
  from unnest(p_rows) r join (values
    ('tenant.deleted', 'tenant_purge', 25),
    ('property.created', 'index_build', 25),
    ('property.updated', 'index_build', 25),
    ('export.created', 'export', 3)) t(event, task, attempts) on t.event = r.type
$$;
comment on function jobs.jobs_add is
  'The jobs of our own that follow from events: the one table of them';
