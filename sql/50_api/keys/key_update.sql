create or replace function api.key_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.api_keys := app.key_lock(tenant, args->>'key_id');
  v_new app.api_keys;
  v_expires timestamptz := args->>'expires_at';
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_old.revoked_at <= clock_timestamp() then
    perform app.fail(409, 'INVALID_STATE',
      'A revoked or rotated key cannot be changed. Create a new key.');
  end if;
  if args ? 'scopes' then
    perform app.scopes_check(array(select jsonb_array_elements_text(args->'scopes')));
  end if;
  if args @> '{"bound_by_policies": false}' then perform app.key_unbound_check(); end if;
  v_new := v_old;
  v_new.label := coalesce(args->>'label', v_old.label);
  if args ? 'scopes' then
    v_new.scopes := array(select jsonb_array_elements_text(args->'scopes'));
  end if;
  if args ? 'ip_allowlist' then v_new.ip_allowlist := app.cidrs(args->'ip_allowlist'); end if;
  if args ? 'rate_limit' then v_new.rate_limit := (args->>'rate_limit')::integer; end if;
  if args ? 'expires_at' then v_new.expires_at := v_expires; end if;
  v_new.bound_by_policies :=
    coalesce((args->>'bound_by_policies')::boolean, v_old.bound_by_policies);
  if v_new = v_old then return app.key_json(v_old); end if;
  v_now := clock_timestamp();
  update app.api_keys k set label = v_new.label, scopes = v_new.scopes,
    ip_allowlist = v_new.ip_allowlist, rate_limit = v_new.rate_limit,
    expires_at = v_new.expires_at, bound_by_policies = v_new.bound_by_policies,
    updated_at = v_now
  where k.tenant_id = tenant and k.id = v_old.id returning * into v_new;
  v_done := app.journal_write(
    tenant, 'key.updated', 'key', v_new.id, app.key_json(v_new), app.key_json(v_old));
  return app.key_json(v_new);
end $$;
comment on function api.key_update is 'Change an API key';
