create or replace function app.task_add(p_tenant text, p_task text, p_subject text)
returns void
language sql volatile as $$
  insert into app.work as w (tenant_id, kind, id) values (p_tenant, 'task', p_task || ' ' || p_subject)
  on conflict (tenant_id, kind, id) do update
  set due_at = excluded.due_at, attempts = least(w.attempts + 1, 30000)
$$;
comment on function app.task_add is
  'Queues a task of our own, such as building an index, for its subject. One that is under way is '
  'begun again, because it may have looked too early: its attempt counts for nothing from now on';
