create or replace function api.file_batch_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_files app.files[] := app.files_lock(
    tenant, array(select jsonb_array_elements_text(args->'file_ids')), false);
  v_fields jsonb := jsonb_strip_nulls(jsonb_build_object('access', args->'access',
    'folder', case when args ? 'folder' then app.folder_check(args->>'folder') end));
  v_new app.files[] := array(
    select jsonb_populate_record(v_files[i], v_fields)
    from generate_subscripts(v_files, 1) i order by i);
  v_changed integer[] := array(
    select i from generate_subscripts(v_files, 1) i where v_new[i] <> v_files[i] order by i);
begin
  perform app.files_save(tenant, 'file.updated', array(select v_files[i] from unnest(v_changed) i),
    array(select v_new[i] from unnest(v_changed) i));
  return json_build_object('updated', cardinality(v_files));
end $$;
comment on function api.file_batch_update is 'Change the access or folder of up to 100 files';
