create or replace function api.function_version_restore(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.functions := app.function_lock(tenant, args->>'function_id');
  v_version app.function_versions :=
    app.function_version_find(tenant, v_old.id, args->>'version_number');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args, v_old.version);
  -- The code stays that of the version's author: restoring it is not reading it.
  v_old.authors := v_old.authors || jsonb_build_object('code', v_version.authors);
  v_old := app.function_save(v_old, app.function_merge(v_old, jsonb_build_object(
    'code', v_version.code, 'made', '{"is_restored": true}'::jsonb)), null);
  return app.function_json(v_old, true);
end $$;
comment on function api.function_version_restore is 'Restore the code of an earlier version';
