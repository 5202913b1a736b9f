create or replace function api.governance_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_settings app.tenant_settings := app.settings_lock(tenant);
  v_before jsonb := app.governance_json(v_settings);
  v_changes jsonb := args - '{force,if_match}'::text[];
  v_ips cidr[] := app.cidrs(args->'ip_allowlist');
  v_ip inet := app.principal()->>'ip';
  v_after jsonb;
  v_changed text[];
  v_audit_max bigint := app.plan_max(tenant, 'audit_days');
  v_done text;
begin
  v_done := app.match_check(coalesce(v_before->>'updated_at', '0'), args);
  perform app.timezone_check(args->>'timezone', 'timezone') where args->>'timezone' is not null;
  perform app.country_check(args->>'default_country', 'default_country')
  where args->>'default_country' is not null;
  if v_ips <> '{}' and not v_ip <<= any (v_ips) and not args @> '{"force":true}' then
    perform app.fail(409, 'INVALID_STATE', format('This list would lock you out, because it does '
      'not contain your own address %s. Add it, or send force: true.', host(v_ip)),
      jsonb_build_object('ip', host(v_ip)), 'ip_allowlist');
  end if;
  if (args->>'audit_retention_days')::bigint > v_audit_max then
    perform app.plan_limit_refuse(tenant, 'audit_days',
      (args->>'audit_retention_days')::bigint, v_audit_max, format('The plan of this tenant keeps '
        'its audit log for %s days. Send at most that, or switch to a larger plan.', v_audit_max));
  end if;
  if args ? 'ip_allowlist' and args->'ip_allowlist' <> 'null' then
    v_changes := v_changes || jsonb_build_object('ip_allowlist', v_ips);
  end if;
  perform app.role_check(tenant, r.role, format('require_mfa_roles[%s]', r.n - 1))
  from jsonb_array_elements_text(case jsonb_typeof(args->'require_mfa_roles')
    when 'array' then args->'require_mfa_roles' else '[]' end) with ordinality r(role, n);
  v_settings.governance := jsonb_strip_nulls(v_settings.governance || v_changes);
  v_changed := app.jsonb_differing(v_before, app.governance_json(v_settings));
  if v_changed = '{}' then return v_before::json; end if;
  v_settings.governance := v_settings.governance || jsonb_build_object(
    'updated_at', app.utc(clock_timestamp()), 'updated_by', app.actor());
  v_after := app.governance_json(v_settings);
  perform app.settings_save(v_settings, 'governance.updated', v_before, v_after, v_changed);
  if v_after @> '{"impersonation": "refused"}' then perform app.impersonations_end(tenant, 'refused'); end if;
  if 'default_country' = any (v_changed) then perform app.phone_types_refresh(tenant); end if;
  return v_after::json;
end $$;
comment on function api.governance_update is 'Changes the tenant’s rules';
