create or replace function app.file_tag_lock(p_tenant text, p_id text)
returns app.file_tags
language plpgsql volatile as $$
declare v_tag app.file_tags;
begin
  select * into v_tag from app.file_tags t
  where t.tenant_id = p_tenant and t.id = p_id for update;
  if not found then perform app.not_found('file_tag', p_id); end if;
  perform app.file_label_check(v_tag.created_by, 'tag');
  return v_tag;
end $$;
comment on function app.file_tag_lock is
  'A tag that is going to be changed, locked; 404, 403 for who did not create it';
