create or replace function api.file_batch_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_files app.files[] := app.files_lock(
    tenant, array(select jsonb_array_elements_text(args->'file_ids')), false);
begin
  perform app.files_trash(tenant, v_files);
  return json_build_object('deleted', array(select f.id from unnest(v_files) f),
    'count', cardinality(v_files));
end $$;
comment on function api.file_batch_delete is 'Move up to 100 files to the trash';
