create or replace function worker.task_adopt(p_tenant text, p_task text, p_subject text)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  perform app.work_ensure(p_tenant, 'task', p_task || ' ' || p_subject, clock_timestamp());
end $$;
comment on function worker.task_adopt is
  'Takes over what an earlier version has left in the queue of graphile-worker; once, however '
  'often it is called';
