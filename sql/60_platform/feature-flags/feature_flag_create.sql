create or replace function platform.feature_flag_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_most constant integer := 1000;
  v_key text := args->>'key';
  v_now timestamptz := clock_timestamp();
  v_new app.feature_flags;
begin
  v_new.description := '';
  v_new.is_enabled := false;
  v_new.percentage := 100;
  v_new.is_public := false;
  v_new := app.flag_merge(v_new, args);
  -- Every tenant asks for all of them at once.
  if (select count(*) from app.feature_flags f) >= v_most then
    perform app.fail(409, 'INVALID_STATE', format('There are %s feature flags, which is the most. Delete those that '
      'are not used any more.', v_most));
  end if;
  begin
    insert into app.feature_flags (key, description, is_enabled, percentage, is_public, created_at, updated_at)
    values (v_key, v_new.description, v_new.is_enabled, v_new.percentage, v_new.is_public, v_now, v_now)
    returning * into v_new;
  exception when unique_violation then
    perform app.taken('key', v_key, 'feature flag');
  end;
  perform app.owner_journal('feature_flag.created', v_key, app.flag_json(v_new));
  return app.flag_json(v_new, auth.flag_overrides(array[v_key]));
end $$;
comment on function platform.feature_flag_create is 'Create a feature flag';
