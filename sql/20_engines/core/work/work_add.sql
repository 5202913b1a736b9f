create or replace function app.work_add(
  p_tenant text, p_kind text, p_id text, p_due_at timestamptz default now(),
  p_serial_key text default null)
returns void
language sql volatile as $$
  insert into app.work (tenant_id, kind, id, due_at, serial_key)
  values (p_tenant, p_kind, p_id, p_due_at, p_serial_key)
  on conflict (tenant_id, kind, id) do update set due_at = excluded.due_at, attempts = 0
$$;
comment on function app.work_add is
  'Queues a record (a delivery, a run) for the worker. One that is queued already is due at '
  'p_due_at; an attempt that is under way then counts for nothing (app.work_end)';
