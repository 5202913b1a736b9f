create or replace function app.objects_leave(p_type app.object_types, p_ids text[])
returns void
language plpgsql volatile as $$
begin
  perform app.files_release(p_type, p_ids);
  delete from app.comments c
  where c.tenant_id = p_type.tenant_id and c.object_type_id = p_type.id
    and c.object_id = any (p_ids);
end $$;
comment on function app.objects_leave is
  'Lets go of the files of objects that are about to be removed for good (app.files_release), and '
  'removes their comments';
