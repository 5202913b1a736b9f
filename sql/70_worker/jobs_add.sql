create or replace function worker.jobs_add(p_rows app.journal[])
returns void
language sql volatile as $$
  select graphile_worker.add_job(
    j.task, json_build_object('tenant_id', j.tenant_id, 'resource_id', j.id),
    job_key => j.type || ':' || j.id, max_attempts => j.attempts)
  from (
    select distinct t.task, t.attempts, r.tenant_id, r.type, case
        -- Once for all that a tenant has purged by then.
        when t.task = 'bytes_remove' then r.tenant_id::text
        when t.source is not null then r.after->>'record_id'
        else r.resource_id::text end as id
    from unnest(p_rows) r join (values
      ('tenant.deleted', null, 'tenant_purge', 25),
      ('property.created', null, 'index_build', 25),
      ('property.updated', null, 'index_build', 25),
      ('file.purged', null, 'bytes_remove', 25),
      ('export.created', null, 'export', 3),
      ('dead_letter.retried', 'export', 'export', 3)) t(event, source, task, attempts)
      on t.event = r.type and (t.source is null or t.source = r.after->>'source')) j
$$;
comment on function worker.jobs_add is
  'The jobs of our own that follow from events: the one table of them. What is tried again from a '
  'dead letter is its record';
