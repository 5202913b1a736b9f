create or replace function api.data_export_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_export app.exports := app.export_find(tenant, args->>'export_id');
  v_done text;
begin
  -- As it is now: the worker may just have stored its bytes.
  delete from app.exports e where e.tenant_id = tenant and e.id = args->>'export_id'
  returning e.* into v_export;
  if not found then v_export := app.export_find(tenant, args->>'export_id'); end if;
  perform app.exports_release(tenant, array[v_export]);
  perform app.dead_letter_settle(tenant, 'export', v_export.id);
  v_done := app.journal_write(tenant, 'export.deleted', 'export', v_export.id, null,
    app.export_json(v_export), p_object_type_id => v_export.object_type_id,
    p_pending => v_export.storage_key is not null);
  return json_build_object('id', v_export.id, 'deleted', true);
end $$;
comment on function api.data_export_delete is 'Delete an export and its file';
