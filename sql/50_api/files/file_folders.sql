create or replace function api.file_folders(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_answer json;
begin
  execute format($sql$
    with found as materialized (
      select f.folder, count(*) as file_count, sum(f.size_bytes)::bigint as total_bytes,
        max(f.updated_at) as last_modified
      from app.files f where %s group by f.folder)
    select app.answer(
      json_build_object('X-Total-Count', (select count(*) from found)),
      coalesce((
        select json_agg(p order by p.folder)
        from (select * from found n order by n.folder limit $2 offset $3) p), '[]'))
    $sql$, app.files_where(tenant, '{}'))
  into v_answer using tenant, (args->>'limit')::integer, (args->>'offset')::integer;
  return v_answer;
end $$;
comment on function api.file_folders is 'List the folders that have files, by name';
