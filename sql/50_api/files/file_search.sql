create or replace function api.file_search(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.files_page(tenant, app.files_filter(tenant, args),
    coalesce(args->>'sort', 'created_at'),
    coalesce(args->>'sort_dir', case when args ? 'sort' then 'asc' else 'desc' end) = 'desc',
    concat_ws('|', 'file.search', tenant, args - '{cursor,limit,count}'::text[]), args->>'cursor',
    (args->>'limit')::integer, case when args->>'count' is distinct from 'none'
      then app.count_most(args, args - '{sort,sort_dir,cursor,limit,count}'::text[] = '{}') end);
end $$;
comment on function api.file_search is 'Search files by their metadata';
