create or replace function app.anonymous_join(
  p_anonymous app.users, p_existing app.users, p_on_conflict text, p_methods text[])
returns json
language plpgsql volatile as $$
declare v_existing app.users := app.user_lock(p_existing.tenant_id, p_existing.id);
begin
  if v_existing.password_hash is distinct from p_existing.password_hash then
    raise exception using errcode = '40001', message = 'the password has just changed';
  end if;
  if not app.user_is_banned(v_existing) then
    if p_on_conflict = 'merge' then perform app.user_merge(p_anonymous, v_existing); end if;
    perform app.user_remove(p_anonymous, p_on_conflict = 'discard');
  end if;
  return app.sign_in(v_existing, p_methods);
end $$;
comment on function app.anonymous_join is
  'What was an anonymous user goes on as an account that is there already, of whom p_methods have '
  'made sure: merge takes their rows along, discard leaves them in the trash. Ends as app.sign_in: '
  'a second factor may still be asked for';
