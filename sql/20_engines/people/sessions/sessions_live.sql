create or replace function app.sessions_live(p_tenant text, p_user_id text)
returns setof app.sessions
language plpgsql stable as $$
begin
  return query
  select s.* from app.sessions s
  where s.tenant_id = p_tenant and s.user_id = p_user_id and s.revoked_at is null
    and coalesce(least(s.expires_at, s.created_at + (
      select t.session_duration from app.tenants t where t.tenant_id = p_tenant))
      > clock_timestamp(), true);
end $$;
comment on function app.sessions_live is 'The sessions of a user that have not ended';
