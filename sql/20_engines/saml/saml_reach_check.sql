create or replace function app.saml_reach_check(
  p_provider app.saml_providers, p_user app.users)
returns void
language plpgsql stable as $$
begin
  if not p_provider.is_trusted and exists (
    select from auth.user_roles(p_user) g cross join unnest(g.permissions) p
    where split_part(p, ':', 1) not in ('objects', 'files')
      and not app.permission_covers(app.system_permissions('user'), p)) then
    perform app.fail(403, 'FORBIDDEN', 'This account may do more than handle data, and the '
      'identity provider was not entered by somebody who holds everything. An owner or admin must '
      'enter its metadata again.');
  end if;
end $$;
comment on function app.saml_reach_check is
  '403 when an identity provider that is not trusted names a user who may do more than data';
