create or replace function app.saml_user(p_provider app.saml_providers, args jsonb)
returns app.users
language plpgsql volatile as $$
declare
  v_tenant text := p_provider.tenant_id;
  v_source jsonb := app.saml_source(p_provider);
  v_email text := lower(args->>'email');
  v_is_theirs boolean := split_part(v_email, '@', 2) = any (p_provider.domains);
  v_user app.users;
begin
  if cardinality(p_provider.domains) > 0 and not v_is_theirs
    and (app.identity_find(v_tenant, v_source, args->>'subject')).id is null then
    perform app.fail(403, 'FORBIDDEN', format('%s is not in a domain of this identity provider. '
      'Ask the application''s team to add its domain.', v_email));
  end if;
  v_user := app.identity_owner(v_tenant, v_source, jsonb_build_object('subject', args->'subject',
    'email', v_email, 'email_verified', v_is_theirs));
  if v_user.id is not null then return v_user; end if;
  if app.auth_config(v_tenant) @> '{"disable_signup": true}' then
    perform app.fail(403, 'SIGNUP_DISABLED', 'This tenant does not accept new users. Ask for an '
      'invitation.');
  end if;
  v_user.tenant_id := v_tenant;
  v_user.email := v_email;
  -- A provider that was deleted since does not count.
  v_user.role := coalesce((select p_provider.default_role
    where app.system_permissions(p_provider.default_role) <> '{}' or exists (
      select 1 from app.roles r
      where r.tenant_id = v_tenant and r.name = p_provider.default_role)),
    app.auth_config(v_tenant)->>'default_role');
  v_user.user_metadata := args->'user_metadata';
  if v_is_theirs then v_user.email_verified_at := clock_timestamp();
  else v_user.signup_address := v_email;
  end if;
  perform app.identity_check(v_user, v_source);
  return app.user_add(v_user);
end $$;
comment on function app.saml_user is
  'Returns the user a checked assertion means, locked: the owner of the account '
  '(app.identity_owner), where the provider vouches for emails in its domains; otherwise a new '
  'user with its default role';
