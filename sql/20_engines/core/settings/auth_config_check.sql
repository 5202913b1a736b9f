create or replace function app.auth_config_check(p_tenant text, p_old jsonb, p_new jsonb)
returns void
language plpgsql stable as $$
declare
  v_role text := p_new->>'default_role';
  v_permissions text[];
  v_kept text;
begin
  if v_role is distinct from p_old->>'default_role' then
    v_permissions := coalesce((
      select r.inherited_permissions from app.roles r
      where r.tenant_id = p_tenant and r.name = v_role),
      case when v_role in ('user', 'anonymous') then app.system_permissions(v_role) end);
    if v_permissions is null then
      perform app.invalid('default_role', 'unknown_role',
        'must be user, anonymous or a role of /v1/roles, but not owner or admin'
          || app.role_hint(v_role, (app.role_names(p_tenant))[3:]));
    end if;
    -- Otherwise anyone who may set how users sign in could sign up as more than that.
    if not app.principal()->'scopes' ? '*'
      and not v_permissions <@ app.system_permissions('user') then
      perform app.fail(403, 'FORBIDDEN', format('The role %s permits more than reading and writing '
        'data, so only a caller with the scope * can make it the default.', v_role), null,
        'default_role');
    end if;
  end if;

  -- One that is gone since may stay.
  perform app.role_check(p_tenant, r.role, format('mfa.required_roles[%s]', r.n - 1))
  from jsonb_array_elements_text(coalesce(nullif(p_new->'mfa'->'required_roles', 'null'), '[]')) with ordinality r(role, n)
  where not coalesce(p_old->'mfa'->'required_roles' ? r.role, false);

  -- Else a secret that was only shown as dots, or what it opens, could be had by naming another place to send it to, or be
  -- used as another client.
  select s.path into v_kept
  from (
    select format('oauth.%s.client_secret', n.key), n.value, p_old->'oauth'->n.key, 'client_secret',
      '{issuer,token_endpoint,userinfo_endpoint,emails_endpoint,client_id,team_id,key_id}'::text[]
    from jsonb_each(p_new->'oauth') n
    union all
    select 'captcha.secret', p_new->'captcha', p_old->'captcha', 'secret', '{verify_url,provider}'
  ) s(path, new, old, secret, targets)
  where s.new->s.secret = s.old->s.secret and exists (
    select 1 from unnest(s.targets) t where s.new->t is distinct from s.old->t)
  limit 1;
  if v_kept is not null then
    perform app.invalid(v_kept, 'required', 'must be sent again together with the address and the client that it is for');
  end if;
end $$;
comment on function app.auth_config_check is
  'Checks what one field of auth-config requires of others; both are whole. 400, 403';
