create or replace function platform.platform_key_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_scopes text[] := array(select jsonb_array_elements_text(args->'scopes'));
  v_own app.platform_keys;
  v_ips cidr[];
  v_expires timestamptz := args->>'expires_at';
  v_created record;
begin
  -- A key inherits the limits of the one that makes it, unless they are narrowed.
  select * into v_own from app.platform_keys k where k.id = app.platform_caller();
  if not args ? 'expires_at' then v_expires := least(v_own.expires_at, v_own.revoked_at); end if;
  v_ips := case when args ? 'ip_allowlist' then app.cidrs(args->'ip_allowlist')
    else coalesce(v_own.ip_allowlist, '{}') end;
  perform app.platform_held_check(v_scopes, v_ips, v_expires);
  v_created := app.platform_key_add(args->>'label', v_scopes, v_ips, v_expires);
  perform app.owner_journal('platform_key.created', (v_created.key).id, app.platform_key_json(v_created.key));
  return json_build_object('key', app.platform_key_json(v_created.key), 'token', v_created.token);
end $$;
comment on function platform.platform_key_create is 'Create a platform key';
