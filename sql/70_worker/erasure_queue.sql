create or replace function worker.erasure_queue(p_tenant text)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  perform app.task_add(p_tenant, 'tenant_purge', p_tenant);
end $$;
comment on function worker.erasure_queue is 'Lets the worker go on with the erasure of a deleted tenant';
