create or replace function api.file_folders(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_sight jsonb := app.file_sight(tenant);
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
begin
  return (
    with found as materialized (
      select f.folder, count(*) as file_count, sum(f.size_bytes)::bigint as total_bytes,
        max(f.updated_at) as last_modified
      from app.files f
      where f.tenant_id = tenant and not f.is_deleted
        and (v_sight is null or app.file_shows(v_sight, f))
      group by f.folder)
    select app.listed(
      (select json_agg(row_to_json(p) order by p.folder)
       from (select * from found n order by n.folder limit v_limit offset v_offset) p),
      (select count(*) from found)));
end $$;
comment on function api.file_folders is 'List the folders that contain files, by name';
