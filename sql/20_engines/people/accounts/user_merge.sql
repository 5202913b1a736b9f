create or replace function app.user_merge(p_from app.users, p_into app.users)
returns void
language plpgsql volatile as $$
declare
  v_old app.views;
  v_new app.views;
begin
  perform app.user_objects_own(p_from, p_into);
  perform app.user_files_own(p_from, p_into);
  for v_old in
    select * from app.views v
    where v.tenant_id = p_from.tenant_id and v.created_by = p_from.id order by v.id for update
  loop
    update app.views v set created_by = p_into.id
    where v.tenant_id = v_old.tenant_id and v.object_type_id = v_old.object_type_id
      and v.id = v_old.id returning * into v_new;
    perform app.journal_view('view.updated', v_old, v_new);
  end loop;
  update app.exports e set created_by = p_into.id
  where e.tenant_id = p_from.tenant_id and e.created_by = p_from.id;
  update app.imports i set created_by = p_into.id
  where i.tenant_id = p_from.tenant_id and i.created_by = p_from.id;
  update app.notifications n set user_id = p_into.id
  where n.tenant_id = p_from.tenant_id and n.user_id = p_from.id;
  update app.comments c set author_id = p_into.id
  where c.tenant_id = p_from.tenant_id and c.author_id = p_from.id and not c.is_deleted;
  perform app.journal_write(p_into.tenant_id, 'user.linked', 'user', p_into.id,
    json_build_object('id', p_into.id, 'email', p_into.email, 'merged', p_from.id));
end $$;
comment on function app.user_merge is
  'Gives what belongs to one user (objects, files, views, imports, exports, notifications, comments) to '
  'another. '
  'Ways to sign in are not taken along: the other account has its own';
