create or replace function api.mfa_enroll(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_lock(tenant, app.principal()->>'user_id');
  v_factor app.mfa_factors;
begin
  -- args.made.secret is encrypted, and answered as it is kept: the handler shows it once.
  if app.auth_config(tenant)->'mfa' @> '{"totp": false}' then
    perform app.fail(403, 'PROVIDER_DISABLED',
      'Authenticator apps are switched off for this tenant (mfa.totp of /v1/auth-config).');
  end if;
  perform app.strong_check(v_user);
  -- Enrolments that were begun and never finished do not pile up.
  delete from app.mfa_factors f
  where f.tenant_id = tenant and f.user_id = v_user.id and f.verified_at is null
    and f.created_at < now() - interval '1 hour';
  if (select count(*) from app.mfa_factors f
      where f.tenant_id = tenant and f.user_id = v_user.id) >= 10 then
    perform app.fail(409, 'INVALID_STATE', 'An account can have at most 10 second factors. Remove '
      'one first.');
  end if;
  insert into app.mfa_factors (tenant_id, id, user_id, friendly_name, secret)
  values (tenant, app.new_id('mfa'), v_user.id, args->>'friendly_name', args#>>'{made,secret}')
  returning * into v_factor;
  return json_build_object('id', v_factor.id, 'type', v_factor.type,
    'friendly_name', v_factor.friendly_name, 'secret', v_factor.secret,
    'issuer', coalesce(args->>'issuer', app.relying_party_name(tenant)),
    'label', coalesce(v_user.email, v_user.phone, v_user.id));
end $$;
comment on function api.mfa_enroll is
  'Creates an unverified authenticator app with a sealed secret';
