create or replace function app.user_ban(p_user app.users, args jsonb)
returns app.users
language plpgsql stable as $$
declare
  v_user app.users := p_user;
  v_is_banned boolean := app.user_is_banned(p_user);
begin
  if args @> '{"banned":false}' or not (v_is_banned or args @> '{"banned":true}') then
    if coalesce(args->>'ban_reason', args->>'banned_until') is not null then
      perform app.invalid('banned', 'required', 'must be true when ban_reason or banned_until is '
        'given');
    end if;
    if args ? 'banned' then
      v_user.banned_at := null;
      v_user.banned_until := null;
      v_user.ban_reason := null;
    end if;
    return v_user;
  end if;
  if not v_is_banned then
    v_user.banned_at := clock_timestamp();
    v_user.banned_until := null;
    v_user.ban_reason := null;
  end if;
  if args ? 'ban_reason' then v_user.ban_reason := args->>'ban_reason'; end if;
  if args ? 'banned_until' then v_user.banned_until := args->>'banned_until'; end if;
  if v_user.banned_until <= clock_timestamp() then
    perform app.invalid('banned_until', 'past', 'must be in the future');
  end if;
  return v_user;
end $$;
comment on function app.user_ban is
  'Returns a user with what {banned, ban_reason, banned_until} set; a ban that has ended by '
  'itself does not count';
