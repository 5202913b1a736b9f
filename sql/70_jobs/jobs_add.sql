create or replace function jobs.jobs_add(p_rows app.journal[])
returns void
language sql volatile as $$
  select graphile_worker.add_job(
    t.task, json_build_object('tenant_id', r.tenant_id, 'resource_id', i.id),
    job_key => r.type || ':' || i.id, max_attempts => t.attempts)
  from unnest(p_rows) r join (values
    ('tenant.deleted', null, 'tenant_purge', 25),
    ('property.created', null, 'index_build', 25),
    ('property.updated', null, 'index_build', 25),
    ('export.created', null, 'export', 3),
    ('dead_letter.retried', 'export', 'export', 3)) t(event, source, task, attempts)
    on t.event = r.type and (t.source is null or t.source = r.after->>'source')
  cross join lateral (
    select case when t.source is null then r.resource_id::text else r.after->>'record_id' end) i(id)
$$;
comment on function jobs.jobs_add is
  'The jobs of our own that follow from events: the one table of them. What is tried again from a '
  'dead letter is its record';
