create or replace function app.files_page(
  p_tenant text, p_filter jsonb, p_sort text, p_is_descending boolean, p_binding text,
  p_cursor text, p_limit integer, p_most integer)
returns json
language plpgsql stable as $$
declare
  -- Ids hold the creation time.
  v_sort text := case when p_sort = 'created_at' then 'id' else p_sort end;
  v_after jsonb := app.cursor_decode(p_binding, p_cursor);
  v_files app.files[];
  v_total bigint;
  v_cursor text;
begin
  select f.files, f.total into v_files, v_total
  from app.files_find(
    p_tenant, p_filter, v_sort, p_is_descending, v_after, p_limit + 1,
    p_most + 1) f;
  if cardinality(v_files) > p_limit then
    v_cursor := app.cursor_encode(p_binding, jsonb_build_array(
      to_jsonb(v_files[p_limit])->v_sort, (v_files[p_limit]).id));
  end if;
  return app.paged((select json_agg(app.file_json(f)) from unnest(v_files[:p_limit]) f),
    v_cursor, v_total, p_most);
end $$;
comment on function app.files_page is
  'One page {results, next_cursor, total, total_relation} of the files that meet a filter (of '
  'app.files_filter); totals are exact up to p_most, null leaves them out. 400 INVALID_CURSOR';
