create or replace function worker.tasks_add(p_tenant text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
begin
  perform app.task_add(p_tenant, n.task, n.subject)
  from (
    select distinct t.task, case
        -- Once for all that a tenant has purged by then.
        when t.task = 'bytes_remove' then p_tenant
        when t.source is not null then r.after->>'record_id'
        else r.resource_id::text end as subject
    from unnest(p_rows) r join (values
      ('tenant.deleted', null, 'tenant_purge'),
      ('user.deleted', null, 'user_erase'),
      ('invariant.created', null, 'invariant_check'),
      ('invariant.updated', null, 'invariant_check'),
      ('property.created', null, 'index_build'),
      ('property.updated', null, 'index_build'),
      ('file.purged', null, 'bytes_remove'),
      ('export.deleted', null, 'bytes_remove'),
      ('export.created', null, 'export'),
      ('dead_letter.retried', 'export', 'export')) t(event, source, task)
      on t.event = r.type and (t.source is null or t.source = r.after->>'source')) n;
end $$;
comment on function worker.tasks_add is
  'Queues the tasks of our own that follow from events: the one table of them. What is tried again '
  'from a dead letter is its record';
