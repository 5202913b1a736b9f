create or replace function app.user_files_trash(p_user app.users)
returns void
language plpgsql volatile as $$
declare v_files app.files[];
begin
  loop
    v_files := array(
      select row(f.*)::app.files as f from app.files f
      where f.tenant_id = p_user.tenant_id and f.uploaded_by = p_user.id and not f.is_deleted
        and app.files_held(p_user.tenant_id, array[f.id]) = '{}'
      order by f.id limit 1000 for update);
    exit when v_files = '{}';
    perform app.files_trash(p_user.tenant_id, v_files);
  end loop;
end $$;
comment on function app.user_files_trash is
  'Moves what a user uploaded to the trash, a thousand files at a time; uploads that they have begun '
  'end; files that are held stay. Who may see them does not matter: they go with the user';
