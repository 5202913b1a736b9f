create or replace function app.user_state_json(p_user app.users)
returns jsonb
language plpgsql stable as $$
declare v_is_banned boolean := app.user_is_banned(p_user);
begin
  return app.user_json(p_user)::jsonb || jsonb_build_object('status',
      case when v_is_banned then 'banned' when p_user.is_invited then 'invited' else 'active' end,
    'banned', v_is_banned, 'ban_reason', case when v_is_banned then p_user.ban_reason end,
    'banned_until', case when v_is_banned then p_user.banned_until end);
end $$;
comment on function app.user_state_json is
  'A user with the state of the account, as the journal keeps it';
