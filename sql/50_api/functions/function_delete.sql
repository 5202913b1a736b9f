create or replace function api.function_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.functions := app.function_lock(tenant, args->>'function_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args, v_old.version);
  perform app.function_remove(v_old);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.function_delete is 'Delete a function with its versions and logs';
