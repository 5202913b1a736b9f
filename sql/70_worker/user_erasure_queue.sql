create or replace function worker.user_erasure_queue(p_tenant text, p_user_id text)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  perform app.work_ensure(p_tenant, 'task', 'user_erase ' || p_user_id);
end $$;
comment on function worker.user_erasure_queue is 'Lets the worker go on with the erasure of a user';
