create or replace function app.user_remove(p_user app.users, p_takes_objects boolean)
returns void
language plpgsql volatile as $$
declare v_view app.views;
begin
  perform app.sessions_revoke(p_user.tenant_id, p_user.id, null, 'user_deleted');
  if p_takes_objects then
    perform app.user_objects_trash(p_user);
    perform app.user_files_trash(p_user);
    perform app.user_comments_remove(p_user);
  end if;
  for v_view in
    delete from app.views v
    where v.tenant_id = p_user.tenant_id and v.created_by = p_user.id
      and v.visibility = 'private' returning *
  loop
    perform app.journal_view('view.deleted', v_view, null);
  end loop;
  perform app.email_directory(p_user.tenant_id, p_user.email, null);
  perform app.user_listeners_keep(p_user);
  delete from app.ai_conversations c
  where c.tenant_id = p_user.tenant_id and c.owner = 'user:' || p_user.id;
  delete from app.messages m where m.tenant_id = p_user.tenant_id and m.user_id = p_user.id;
  delete from app.users u where u.tenant_id = p_user.tenant_id and u.id = p_user.id;
  perform app.journal_write(p_user.tenant_id, 'user.deleted', 'user', p_user.id, null,
    app.user_state_json(p_user)::json, p_pending => true);  -- for worker.user_erase
end $$;
comment on function app.user_remove is
  'Removes a locked user with sessions, identities, factors, notifications, conversations with '
  'models, the log of messages to them and their private views; what the user created or uploaded '
  'goes to the trash and what they said is deleted, or all of it stays';
