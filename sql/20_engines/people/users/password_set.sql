create or replace function app.password_set(
  p_user app.users, p_password_hash text, p_keep_session text default null)
returns app.users
language plpgsql volatile as $$
declare v_user app.users := p_user;
begin
  v_user.password_hash := p_password_hash;
  v_user := app.user_save(p_user, v_user, 'user.password_changed');
  perform app.sessions_revoke(
    v_user.tenant_id, v_user.id, null, 'password_changed', p_keep_session);
  delete from app.auth_tokens t
  where t.tenant_id = v_user.tenant_id and t.user_id = v_user.id
    and t.type in ('recovery', 'reauthentication');
  delete from app.auth_challenges c
  where c.tenant_id = v_user.tenant_id and c.user_id = v_user.id and c.kind in ('mfa', 'code');
  if v_user.email is not null then
    perform app.message_send(v_user.tenant_id, 'email', v_user.email, 'password_changed',
      '{}', v_user.id);
  end if;
  return v_user;
end $$;
comment on function app.password_set is
  'Gives a locked user another password: sessions end but for one, sign-ins under way too, and the '
  'user is told';
