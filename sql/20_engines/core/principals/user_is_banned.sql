create or replace function app.user_is_banned(p_user app.users)
returns boolean
language sql stable as $$
  select p_user.banned_at is not null
    and coalesce(p_user.banned_until > clock_timestamp(), true)
$$;
comment on function app.user_is_banned is 'Whether a user may not sign in now';
