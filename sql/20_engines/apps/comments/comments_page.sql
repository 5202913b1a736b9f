create or replace function app.comments_page(p_tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_target app.comments := app.comment_target(p_tenant, args);
  v_query text := args->>'query';
  v_limit integer := args->>'limit';
  v_is_asc boolean := args @> '{"order": "asc"}';
  v_binding text := concat_ws('|', 'comment.list', p_tenant, v_target.object_type_id,
    v_target.object_id, v_target.file_id, 'query', v_query, case when v_is_asc then 'asc' end);
  v_from text := app.cursor_decode(v_binding, args->>'cursor')->>0;
  v_sight jsonb := app.file_sight(p_tenant);
  v_most integer := app.count_most(args,
    v_query is null and coalesce(v_target.object_id, v_target.file_id) is not null);
  v_ids text[] := app.ids_few(app.ids_containing(p_tenant, 'comment', v_query, 1001));
  v_found text[] := app.comments_find(v_target, v_query, v_ids, v_sight, v_is_asc, v_from,
    v_limit + 1);
  v_total integer;
  v_next text := v_found[v_limit];
begin
  if args->>'count' is distinct from 'none' then
    v_total := cardinality(v_found);
    if v_from is not null or v_total > v_limit then
      v_total := cardinality(
        app.comments_find(v_target, v_query, v_ids, v_sight, v_is_asc, null, v_most + 1));
    end if;
    if v_total <= v_most and app.comment_walk_end(v_target, v_ids, v_is_asc, null) is not null then
      v_most := v_total;
      v_total := v_total + 1;  -- at least: behind those that were looked at
    end if;
  end if;
  if cardinality(v_found) <= v_limit then
    v_next := app.comment_walk_end(v_target, v_ids, v_is_asc, v_from);
  end if;
  return app.paged((
      select json_agg(app.comment_json(row(c.*)::app.comments) order by f.n)
      from unnest(v_found[:v_limit]) with ordinality f(id, n)
      join app.comments c on c.tenant_id = p_tenant and c.id = f.id),
    app.cursor_next(v_binding, v_next is not null, v_next), v_total, v_most);
end $$;
comment on function app.comments_page is
  'One page {results, next_cursor, total, total_relation} of the comments that args ask for, newest '
  'first unless args.order is asc. 400 INVALID_CURSOR, 404';
