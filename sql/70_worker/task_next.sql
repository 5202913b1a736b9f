create or replace function worker.task_next(
  p_tenant text, p_id text, p_attempts integer, p_pause interval)
returns boolean
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return app.work_end(p_tenant, 'task', p_id, p_attempts, clock_timestamp() + p_pause);
end $$;
comment on function worker.task_next is
  'Says when a task that was claimed (attempt p_attempts of app.work) begins next: in p_pause, which '
  'keeps others from it meanwhile, or never (null), because it is done. False when it has gone on '
  'without this attempt';
