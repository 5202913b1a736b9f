create or replace function api.function_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.functions := app.function_lock(tenant, args->>'function_id');
  v_runs text[] := array(
    select w.id from app.work w where w.tenant_id = tenant and w.kind = 'function');
begin
  perform app.unchanged_check(v_old.updated_at, args, v_old.version);
  v_runs := array(
    select r.id from app.function_runs r
    where r.tenant_id = tenant and r.id = any (v_runs) and r.function_id = v_old.id);
  delete from app.work w
  where w.tenant_id = tenant and w.kind = 'function' and w.id = any (v_runs);
  delete from app.dead_letters d
  where d.tenant_id = tenant and d.source = 'function' and d.source_id = v_old.id;
  perform app.subscription_remove(tenant, 'function', v_old.id);
  perform app.schedule_remove(tenant, 'function', v_old.id);
  perform app.journal_write(tenant, 'function.deleted', 'function', v_old.id, null,
    app.function_json(v_old, true));
  delete from app.functions f where f.tenant_id = tenant and f.id = v_old.id;
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.function_delete is 'Delete a function with its versions and logs';
