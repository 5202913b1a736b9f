create or replace function app.file_tags_add(p_file app.files, p_tag_ids jsonb)
returns integer
language plpgsql volatile as $$
declare
  v_tenant text := p_file.tenant_id;
  v_ids text[] := array(select distinct jsonb_array_elements_text(nullif(p_tag_ids, 'null')));
  v_known text[];
  v_added integer;
begin
  if cardinality(v_ids) = 0 then return 0; end if;
  v_known := array(
    select t.id from app.file_tags t where t.tenant_id = v_tenant and t.id = any (v_ids));
  if cardinality(v_known) < cardinality(v_ids) then
    perform app.not_found('tag', (select min(id) from unnest(v_ids) id where id <> all (v_known)));
  end if;
  insert into app.file_taggings (tenant_id, file_id, tag_id, created_by)
  select v_tenant, p_file.id, id, app.principal()->>'user_id' from unnest(v_ids) id
  on conflict do nothing;
  get diagnostics v_added = row_count;
  return v_added;
end $$;
comment on function app.file_tags_add is
  'Marks a locked file with tags that are there (a list of ids); 404. Answers how many it had not';
