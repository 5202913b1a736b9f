create or replace function platform.feature_flag_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.feature_flags := app.flag_lock(args->>'flag_key');
  v_new app.feature_flags := app.flag_merge(v_old, args);
  v_overrides jsonb := auth.flag_overrides(array[v_old.key]);
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.flag_json(v_old, v_overrides); end if;
  v_now := clock_timestamp();
  update app.feature_flags f set description = v_new.description, is_enabled = v_new.is_enabled,
    percentage = v_new.percentage, is_public = v_new.is_public, updated_at = v_now
  where f.key = v_old.key returning * into v_new;
  perform app.owner_journal('feature_flag.updated', v_new.key, app.flag_json(v_new, v_overrides),
    app.flag_json(v_old, v_overrides));
  return app.flag_json(v_new, v_overrides);
end $$;
comment on function platform.feature_flag_update is 'Change a feature flag';
