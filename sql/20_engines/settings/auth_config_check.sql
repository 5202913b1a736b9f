create or replace function app.auth_config_check(p_tenant text, p_old jsonb, p_new jsonb)
returns void
language plpgsql stable as $$
declare
  v_role text := p_new->>'default_role';
  v_permissions text[];
  v_provider text;
begin
  if v_role is distinct from p_old->>'default_role' then
    v_permissions := coalesce((
      select r.inherited_permissions from app.roles r
      where r.tenant_id = p_tenant and r.name = v_role),
      case when v_role in ('user', 'anonymous') then app.system_permissions(v_role) end);
    if v_permissions is null then
      perform app.invalid('default_role', 'unknown_role',
        'must be user, anonymous or a role of /v1/roles; never owner or admin');
    end if;
    -- Else whoever may set how users sign in could sign up as more than that.
    if not app.principal()->'scopes' ? '*'
      and not v_permissions <@ app.system_permissions('user') then
      perform app.fail(403, 'FORBIDDEN', format('Users with the role %s may do more than read and '
        'write data: only a caller with the scope * can make it the default.', v_role), null,
        'default_role');
    end if;
  end if;
  -- Else a secret that was only shown as dots could be had by naming another place to send it to.
  select n.key into v_provider
  from jsonb_each(p_new->'oauth') n cross join lateral (select p_old->'oauth'->n.key) o(value)
  where n.value->'client_secret' = o.value->'client_secret'
    and n.value->'issuer' is distinct from o.value->'issuer'
  limit 1;
  if v_provider is not null then
    perform app.invalid(format('oauth.%s.client_secret', v_provider), 'required',
      'must be sent anew together with another issuer');
  end if;
end $$;
comment on function app.auth_config_check is
  'What one field of auth-config asks of others; both are whole. 400, 403';
