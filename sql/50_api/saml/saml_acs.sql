create or replace function api.saml_acs(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_id text := args->>'provider_id';
  v_provider app.saml_providers;
  v_user app.users;
begin
  -- Locked: the first sign-ins of a person, at once, make one user.
  select * into v_provider from app.saml_providers p
  where p.tenant_id = tenant and p.id = v_id for no key update;
  if not found then perform app.not_found('saml_provider', v_id); end if;
  if args->>'fingerprint' is distinct from app.saml_source(v_provider)->>'fingerprint' then
    perform app.fail(409, 'CONFLICT',
      'The identity provider was changed during this sign-in. Start again.');
  end if;
  if not app.saml_assertion_take(
    v_provider, args->>'assertion_id', (args->>'expires_at')::timestamptz) then
    perform app.fail(401, 'INVALID_CREDENTIALS', 'This assertion was already used. Sign in again.');
  end if;
  v_user := app.saml_user(v_provider, args);
  perform app.saml_identity_put(v_user, v_provider, args);
  perform app.redirect_guard(v_user, args->>'redirect_to');
  return json_build_object(
    'code', app.auth_code_create(v_user, '{saml}', args->>'code_challenge'));
end $$;
comment on function api.saml_acs is
  'Signs a user in by a verified assertion and returns a one-time code';
