create or replace function api.function_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.functions := app.function_lock(tenant, args->>'function_id');
  v_new app.functions;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args, v_old.version);
  perform app.basis_check(v_old.updated_at, args, 'function');
  if args->>'runtime' <> v_old.runtime then
    perform app.fail(400, 'IMMUTABLE_FIELD',
      'The runtime of a function cannot be changed. Create another function.', null, 'runtime');
  end if;
  v_new := app.function_merge(v_old, args);
  if v_new <> v_old then
    v_new := app.function_save(v_old, v_new, args #> '{made,plan}');
  end if;
  -- By itself, so that it sees the schedule that was just put.
  return app.function_json(v_new, true);
end $$;
comment on function api.function_update is
  'Changes a function and its trigger; new code becomes a new version';
