create or replace function app.form_files_take(
  p_files app.files[], p_object_type_id text, p_object_id text)
returns void
language plpgsql volatile as $$
declare
  v_old app.files;
  v_new app.files;
begin
  foreach v_old in array p_files loop
    v_new := v_old;
    v_new.status := 'ready';
    if p_object_id is not null then
      v_new.object_type_id := p_object_type_id;
      v_new.object_id := p_object_id;
    end if;
    perform app.file_save('file.uploaded', v_old, v_new);
    delete from app.form_uploads u where u.tenant_id = v_old.tenant_id and u.file_id = v_old.id;
  end loop;
end $$;
comment on function app.form_files_take is
  'Makes files of a submission ready, and attaches them to its object where there is one';
