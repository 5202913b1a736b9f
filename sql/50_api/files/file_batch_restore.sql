create or replace function api.file_batch_restore(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_files app.files[] := app.files_lock(
    tenant, array(select jsonb_array_elements_text(args->'file_ids')), true);
begin
  perform app.files_save(tenant, 'file.restored', v_files, array(
    select jsonb_populate_record(v_files[i], '{"is_deleted": false, "deleted_at": null}')
    from generate_subscripts(v_files, 1) i order by i));
  return json_build_object('restored', array(select f.id from unnest(v_files) f),
    'count', cardinality(v_files));
end $$;
comment on function api.file_batch_restore is 'Restore up to 100 files from the trash';
