create or replace function app.function_remove(p_function app.functions)
returns void
language plpgsql volatile as $$
declare
  v_tenant text := p_function.tenant_id;
  v_id text := p_function.id;
  v_runs text[] := array(
    select w.id from app.work w where w.tenant_id = v_tenant and w.kind = 'function');
  v_done text;
begin
  v_runs := array(
    select r.id from app.function_runs r
    where r.tenant_id = v_tenant and r.id = any (v_runs) and r.function_id = v_id);
  delete from app.work w
  where w.tenant_id = v_tenant and w.kind = 'function' and w.id = any (v_runs);
  delete from app.dead_letters d
  where d.tenant_id = v_tenant and d.source = 'function' and d.source_id = v_id;
  perform app.subscription_remove(v_tenant, 'function', v_id);
  perform app.schedule_remove(v_tenant, 'function', v_id);
  v_done := app.journal_write(v_tenant, 'function.deleted', 'function', v_id, null,
    app.function_json(p_function, true));
  delete from app.functions f where f.tenant_id = v_tenant and f.id = v_id;
end $$;
comment on function app.function_remove is
  'Removes a locked function with its versions and logs, what is queued of it and what it hears';
