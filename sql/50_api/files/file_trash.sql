create or replace function api.file_trash(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.files_page(tenant,
    concat_ws(' and ', 'f.tenant_id = $1', 'f.is_deleted', app.files_visible(tenant)),
    'deleted_at', true, 'file.trash|' || tenant, args->>'cursor', (args->>'limit')::integer);
end $$;
comment on function api.file_trash is 'List the files in the trash, the last deleted first';
