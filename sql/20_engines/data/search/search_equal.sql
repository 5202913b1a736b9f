create or replace function app.search_equal(
  p_tenant text, p_type_id text, p_property_id text, p_node jsonb, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_name text := p_node->>'property';
  v_value jsonb := p_node->'value';
  v_text text := app.index_text(v_value);
  v_number double precision := app.index_number(v_value);
  v_limit integer := args->>'limit';
  v_after text;
  v_rows json[];
  v_cursor text;
  v_total bigint;
begin
  if args ? 'cursor' then
    v_after := app.cursor_decode(
      app.search_binding(p_tenant, p_type_id, args), args->>'cursor')->>2;
  end if;
  -- Two numbers may lie in one place of the index, which keeps the digits of a double.
  if args->>'order' = 'asc' then
    v_after := coalesce(v_after, '');
    v_rows := array(
      select found.row from (
        select x.object_id from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = p_property_id
          and x.text_value = v_text and x.number_value = v_number and x.object_id > v_after
        order by x.object_id offset 0) x
      cross join lateral (
        select app.object_json(row(o.*)::app.objects) as row from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = x.object_id
          and o.properties->v_name = v_value
        offset 0) found
      limit v_limit + 1);
  else
    v_after := coalesce(v_after, '~');
    v_rows := array(
      select found.row from (
        select x.object_id from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = p_property_id
          and x.text_value = v_text and x.number_value = v_number and x.object_id < v_after
        order by x.object_id desc offset 0) x
      cross join lateral (
        select app.object_json(row(o.*)::app.objects) as row from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = x.object_id
          and o.properties->v_name = v_value
        offset 0) found
      limit v_limit + 1);
  end if;
  if cardinality(v_rows) > v_limit then
    v_cursor := app.cursor_encode(app.search_binding(p_tenant, p_type_id, args),
      jsonb_build_array('', 0, v_rows[v_limit]->>'id'));
  end if;
  if args->>'count' is distinct from 'none' then
    v_total := cardinality(v_rows);
    if args ? 'cursor' or v_total > v_limit then
      v_total := app.index_count(p_tenant, p_property_id, jsonb_build_object(
        'low', jsonb_build_array(v_text, v_number), 'high', jsonb_build_array(v_text, v_number)),
        10001);
    end if;
  end if;
  return app.paged(array_to_json(v_rows[:v_limit]), v_cursor, v_total, 10000);
end $$;
comment on function app.search_equal is
  'The answer to a search for one value of an indexed property (p_node of app.search_is_direct), in '
  'the order of creation, which is how the index keeps them';
