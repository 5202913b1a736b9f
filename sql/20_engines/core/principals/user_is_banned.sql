create or replace function app.user_is_banned(p_user app.users)
returns boolean
language plpgsql stable as $$
begin
  -- In SQL it would run a statement: PostgreSQL inlines nothing that reads the clock into what is stable.
  return p_user.banned_at is not null
    and coalesce(p_user.banned_until > clock_timestamp(), true);
end $$;
comment on function app.user_is_banned is 'Whether a user may not sign in now';
