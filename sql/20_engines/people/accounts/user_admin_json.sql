create or replace function app.user_admin_json(p_user app.users)
returns json
language plpgsql stable as $$
begin
  return (
    select (app.user_state_json(p_user) || jsonb_build_object(
      'roles', g.roles,
      'mfa_enabled', exists (
        select 1 from app.mfa_factors f
        where f.tenant_id = p_user.tenant_id and f.user_id = p_user.id
          and f.verified_at is not null),
      'identities', (
        select coalesce(json_agg(app.identity_json(row(i.*)::app.identities) order by i.id), '[]')
        from app.identities i
        where i.tenant_id = p_user.tenant_id and i.user_id = p_user.id)))::json
    from auth.user_roles(p_user) g);
end $$;
comment on function app.user_admin_json is
  'A user as administrators see one: AuthUser with state, roles, identities and whether a second '
  'factor is set up';
