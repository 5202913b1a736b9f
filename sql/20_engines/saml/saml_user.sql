create or replace function app.saml_user(p_provider app.saml_providers, args jsonb)
returns app.users
language plpgsql volatile as $$
declare
  v_name text := 'saml:' || p_provider.id;
  v_subject text := args->>'subject';
  v_email text := lower(args->>'email');
  v_domain text := split_part(v_email, '@', 2);
  v_user app.users;
  v_id text;
begin
  select i.user_id into v_id from app.identities i
  where i.tenant_id = p_provider.tenant_id and i.provider = v_name and i.subject = v_subject;
  if found then
    v_user := app.user_lock(p_provider.tenant_id, v_id);
    perform app.saml_reach_check(p_provider, v_user);
    return v_user;
  end if;
  if cardinality(p_provider.domains) > 0 and v_domain <> all (p_provider.domains) then
    perform app.fail(403, 'FORBIDDEN', format('%s is not in a domain of this identity provider. '
      'Ask the application''s team to add the domain.', v_email));
  end if;
  v_user := app.user_by_address(p_provider.tenant_id, v_email, null);
  if v_user.id is not null then
    if v_user.email_verified_at is null or v_domain <> all (p_provider.domains) then
      perform app.fail(409, 'ALREADY_EXISTS', format('There is an account with the email %s '
        'already, and the identity provider does not prove that it is yours. Sign in to it as '
        'before.', v_email), null, 'email');
    end if;
    perform app.saml_reach_check(p_provider, v_user);
    return app.user_lock(p_provider.tenant_id, v_user.id);
  end if;
  if app.auth_config(p_provider.tenant_id) @> '{"disable_signup": true}' then
    perform app.fail(403, 'SIGNUP_DISABLED', 'This tenant takes no new users.');
  end if;
  v_user.tenant_id := p_provider.tenant_id;
  v_user.email := v_email;
  -- One that was deleted since is none.
  v_user.role := (select p_provider.default_role
    where app.system_permissions(p_provider.default_role) <> '{}' or exists (
      select from app.roles r
      where r.tenant_id = p_provider.tenant_id and r.name = p_provider.default_role));
  v_user.user_metadata := args->'user_metadata';
  if v_domain = any (p_provider.domains) then v_user.email_verified_at := clock_timestamp(); end if;
  return app.user_add(v_user);
end $$;
comment on function app.saml_user is
  'Whom a checked assertion means: the user of its identity; else the one with its email, where '
  'the provider stands for the domain and the user has verified the email; else a new one. Locked';
