create or replace function api.function_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.functions := app.function_lock(tenant, args->>'function_id');
  v_new app.functions := app.function_save(v_old, app.function_merge(v_old, args),
    (args #>> '{made,next_run_at}')::timestamptz);
begin
  -- By itself, so that it sees the schedule that was just put.
  return app.function_json(v_new, true);
end $$;
comment on function api.function_update is 'Change a function; another code makes a new version';
