create or replace function api.file_trash(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.files_page(tenant, app.files_filter(tenant, '{}') || '{"is_deleted": true}',
    'deleted_at', true, 'file.trash|' || tenant, args->>'cursor', (args->>'limit')::integer,
    case when args->>'count' is distinct from 'none' then app.count_most(args, true) end);
end $$;
comment on function api.file_trash is 'List the files in the trash, last deleted first';
