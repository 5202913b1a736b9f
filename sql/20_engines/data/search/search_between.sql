create or replace function app.search_between(
  p_tenant text, p_type_id text, p_property_id text, p_range jsonb, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_filter app.filter;
  v_after jsonb;
  v_rows json[];
  v_cursor text;
  v_total bigint;
begin
  if args ? 'cursor' then
    v_after := app.cursor_decode(
      app.search_binding(p_tenant, p_type_id, args), args->>'cursor');
  end if;
  v_filter.condition := p_range->>'condition';
  v_filter.variables := p_range->'variables';
  v_filter.is_plain := true;
  v_rows := app.objects_by_index(p_tenant, p_type_id, v_filter, p_property_id, p_range,
    args @> '{"order": "desc"}', v_after, v_limit + 1);
  if cardinality(v_rows) > v_limit then
    v_after := app.sort_values(v_rows[v_limit], args->>'sort');
    v_cursor := app.cursor_encode(app.search_binding(p_tenant, p_type_id, args), v_after);
  end if;
  if args->>'count' is distinct from 'none' then
    v_total := cardinality(v_rows);
    if args ? 'cursor' or v_total > v_limit then
      v_total := app.index_count(p_tenant, p_property_id, p_range, 10001);
    end if;
  end if;
  return app.paged(array_to_json(v_rows[:v_limit]), v_cursor, v_total, 10000);
end $$;
comment on function app.search_between is
  'The answer to a search for a range of an indexed property (app.search_range), in its own order; of '
  'one that has numbers see app.search_numbers';
