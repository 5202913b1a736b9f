create or replace function platform.platform_key_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_key app.platform_keys;
begin
  if args->>'platform_key_id' = 'env' then return app.platform_key_env_json(); end if;
  select * into v_key from app.platform_keys k where k.id = args->>'platform_key_id';
  if not found then perform app.not_found('platform_key', args->>'platform_key_id'); end if;
  return app.platform_key_json(v_key);
end $$;
comment on function platform.platform_key_get is 'Get a platform key';
