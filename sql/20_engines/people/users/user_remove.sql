create or replace function app.user_remove(p_user app.users, p_takes_objects boolean)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  perform app.sessions_revoke(p_user.tenant_id, p_user.id, null, 'user_deleted');
  perform app.user_remove_rows(p_user, p_takes_objects);
  perform app.email_directory(p_user.tenant_id, p_user.email, null);
  perform app.user_listeners_keep(p_user);
  delete from app.users u where u.tenant_id = p_user.tenant_id and u.id = p_user.id;
  v_done := app.journal_write(p_user.tenant_id, 'user.deleted', 'user', p_user.id, null,
    app.user_state_json(p_user)::json, p_pending => true);  -- for worker.user_erase
end $$;
comment on function app.user_remove is
  'Removes a locked user with what the registry says goes with them, such as sessions, identities, factors, notifications, '
  'conversations with models, the log of messages to them and private views; what the user created or uploaded goes to the '
  'trash and what they said is deleted, or all of it stays';
