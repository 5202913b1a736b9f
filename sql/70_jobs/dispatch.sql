create or replace function jobs.dispatch(p_limit integer)
returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare v_claimed integer;
begin
  with claimed as (
    select j.tenant_id, j.xid, j.id, j.type, j.resource_id from app.journal j
    where j.pending order by j.tenant_id, j.xid, j.id limit p_limit for update skip locked),
  done as (
    update app.journal j set pending = false from claimed c
    where j.tenant_id = c.tenant_id and j.xid = c.xid and j.id = c.id returning j.id)
  select count(graphile_worker.add_job(
    t.task, json_build_object('tenant_id', c.tenant_id, 'resource_id', c.resource_id),
    job_key => c.type || ':' || c.resource_id, max_attempts => t.attempts))
  into v_claimed
  from claimed c join (values
    ('tenant.deleted', 'tenant_purge', 25),
    ('property.created', 'index_build', 25),
    ('property.updated', 'index_build', 25),
    ('export.created', 'export', 3)) t(event, task, attempts) on t.event = c.type;
  return v_claimed;
end $$;
comment on function jobs.dispatch is
  'Claims pending journal rows and enqueues their jobs in the same transaction, '
  'so each is enqueued exactly once; returns how many';
