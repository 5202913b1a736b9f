create or replace function platform.feature_flag_get(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_key text := args->>'flag_key';
  v_flag app.feature_flags;
begin
  select * into v_flag from app.feature_flags f where f.key = v_key;
  if not found then perform app.not_found('feature_flag', v_key); end if;
  return app.flag_json(v_flag, auth.flag_overrides(array[v_key]));
end $$;
comment on function platform.feature_flag_get is 'Get a feature flag';
