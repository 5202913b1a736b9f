create or replace function app.queue_job_lock(p_tenant text, p_job_id text)
returns app.work
language plpgsql volatile as $$
declare
  v_kind text := split_part(p_job_id, '.', 2);
  v_id text := substr(p_job_id, length(split_part(p_job_id, '.', 1)) + length(v_kind) + 3);
  v_work app.work;
begin
  if v_kind in ('email', 'sms') then
    select m.tenant_id, m.channel, m.id, m.due_at, m.attempts into v_work.tenant_id, v_work.kind, v_work.id,
      v_work.due_at, v_work.attempts
    from app.messages m
    where m.tenant_id = p_tenant and m.id = v_id and m.channel = v_kind and m.status = 'queued' for update;
  else
    select * into v_work from app.work w
    where w.tenant_id = p_tenant and w.kind = v_kind and w.id = v_id for update;
  end if;
  if v_work.id is null then perform app.not_found('queue_job', p_job_id); end if;
  return v_work;
end $$;
comment on function app.queue_job_lock is
  'Queued work of a tenant by its id in /admin/jobs (<tenant>.<kind>.<id>), locked: a message too, as work; 404';
