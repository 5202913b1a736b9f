create or replace function app.page_cursors(
  p_page json, p_binding text, p_rows json[], p_sort text, p_ranks jsonb default null)
returns json
language sql stable as $$
  select json_build_object('page', p_page, 'cursors', (
    select coalesce(json_agg(app.cursor_encode(p_binding, case
      when p_ranks is null then app.sort_values(r.object, p_sort)
      else app.rank_values(p_ranks, r.object->>'id') end) order by r.n), '[]')
    from unnest(p_rows) with ordinality r(object, n)))
$$;
comment on function app.page_cursors is
  'A page of objects with the cursor behind each of its rows, {page, cursors}: next_cursor, had the page '
  'ended there. p_ranks: those of a search that is ordered by rank';
