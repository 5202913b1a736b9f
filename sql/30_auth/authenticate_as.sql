create or replace function auth.authenticate_as(
  p_tenant text, p_credential jsonb, p_principal jsonb)
returns jsonb
language plpgsql stable as $$
declare v_user jsonb;
begin
  if not p_principal->'scopes' ? '*' then
    perform auth.reject('AS_USER', p_credential->>'scope', p_principal->'scopes');
  end if;
  select auth.user_principal(row(u.*)::app.users, g.roles, g.permissions) into v_user
  from app.users u cross join lateral auth.user_roles(row(u.*)::app.users) g
  where u.tenant_id = p_tenant and u.id = p_credential->>'as_user';
  if not found then perform app.not_found('user', p_credential->>'as_user'); end if;
  if not app.permission_covers(
    array(select jsonb_array_elements_text(v_user->'permissions')), p_credential->>'permission')
  then
    perform auth.reject('INSUFFICIENT_PERMISSION', p_credential->>'permission',
      v_user->'permissions');
  end if;
  return v_user || jsonb_build_object('aal', 'aal1', 'as_user', true,
    'by', jsonb_build_object('type', p_principal->'type', 'id', p_principal->'id'),
    'request_id', p_principal->'request_id', 'ip', p_principal->'ip',
    'user_agent', p_principal->'user_agent', 'root', p_principal->'root',
    'causation_depth', p_principal->'causation_depth');
end $$;
comment on function auth.authenticate_as is
  'Returns the principal of the user in ?as_user=, for callers who hold everything';
