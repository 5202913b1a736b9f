create or replace function app.work_ensure(
  p_tenant text, p_kind text, p_id text, p_due_at timestamptz)
returns void
language sql volatile as $$
  insert into app.work (tenant_id, kind, id, due_at) values (p_tenant, p_kind, p_id, p_due_at)
  on conflict do nothing
$$;
comment on function app.work_ensure is
  'Queues a work unless it is queued already, which then stays as it is: nothing is written, and '
  'no caller waits';
