create or replace function api.file_folders(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 1000;  -- to be counted
  v_sight jsonb := app.file_sight(tenant);
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_folders text[] := app.folders_find(
    tenant, v_sight, greatest(v_most + 1, v_offset + v_limit));
begin
  return app.listed((
      select json_agg(row_to_json(p) order by p.folder)
      from (
        select n.folder, f.*
        from unnest(v_folders[v_offset + 1 : v_offset + v_limit]) n(folder)
        cross join lateral (
          select count(*) as file_count, sum(f.size_bytes)::bigint as total_bytes,
            max(f.updated_at) as last_modified
          from app.files f
          where f.tenant_id = tenant and f.folder = n.folder and not f.is_deleted
            and (v_sight is null or app.file_shows(v_sight, row(f.*)::app.files))) f) p),
    cardinality(v_folders), v_most);
end $$;
comment on function api.file_folders is 'List the folders that contain files, by name';
