create or replace function api.file_tag(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_most constant integer := 100;
  v_file app.files := app.file_lock(tenant, args);
  v_id text := v_file.id;
  v_before json := app.file_json(v_file);
  v_tags text[] := array(select jsonb_array_elements_text(args->'tag_ids'));
  v_tagged integer;
begin
  -- Locked, so that nobody deletes one meanwhile; in one order, so that nobody waits in a circle.
  v_tags := array(
    select t.id from app.file_tags t
    where t.tenant_id = tenant and t.id = any (v_tags) order by t.id for key share);
  insert into app.file_taggings (tenant_id, file_id, tag_id, created_at, created_by)
  select tenant, v_id, t.id, clock_timestamp(), app.principal()->>'user_id'
  from unnest(v_tags) t(id)
  on conflict do nothing;
  get diagnostics v_tagged = row_count;
  if v_tagged > 0 then
    if (select count(*) > v_most from app.file_taggings g
        where g.tenant_id = tenant and g.file_id = v_id) then
      perform app.fail(409, 'INVALID_STATE', 'A file has at most 100 tags. Take some off first.',
        jsonb_build_object('max', v_most));
    end if;
    perform app.file_tags_changed('file.tagged', v_file, v_before);
  end if;
  return json_build_object('file_id', v_id, 'tagged', v_tagged);
end $$;
comment on function api.file_tag is 'Put tags on a file; ids that are not there are left out';
