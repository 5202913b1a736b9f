create or replace function platform.feature_flag_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_flag app.feature_flags := app.flag_lock(args->>'flag_key');
  v_done text;
begin
  v_done := app.unchanged_check(v_flag.updated_at, args);
  delete from app.feature_flags f where f.key = v_flag.key;
  perform app.owner_journal('feature_flag.deleted', v_flag.key, null, app.flag_json(v_flag));
  return json_build_object('id', v_flag.key, 'deleted', true);
end $$;
comment on function platform.feature_flag_delete is 'Delete a feature flag';
