create or replace function app.session_own(p_user app.users)
returns json
language sql stable as $$
  select app.session_answer(row(s.*)::app.sessions, p_user) from app.sessions s
  where s.tenant_id = p_user.tenant_id and s.id = app.principal()->>'session_id'
$$;
comment on function app.session_own is
  'The caller''s session again, for tokens that say what has changed about the user';
