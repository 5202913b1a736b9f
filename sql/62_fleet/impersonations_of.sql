create or replace function auth.impersonations_of(p_key text)
returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select count(*)::integer from app.sessions s
    where s.act->>'key' = p_key and s.act is not null and s.revoked_at is null
      and s.expires_at > clock_timestamp());
end $$;
comment on function auth.impersonations_of is
  'In how many sessions of all tenants a platform key impersonates users now. As its owner, like auth.tickets_shown';
