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
  v_take integer := v_limit + 1;
  v_is_descending boolean := args->>'order' is distinct from 'asc';
  v_after text;
  v_ids text[];
  v_rows json[] := '{}';
  v_cursor text;
  v_total bigint;
begin
  if args ? 'cursor' then
    v_after := app.cursor_decode(
      app.search_binding(p_tenant, p_type_id, args), args->>'cursor')->>2;
  end if;
  v_after := coalesce(v_after, case when v_is_descending then '~' else '' end);
  loop
    if v_is_descending then
      v_ids := array(
        select x.object_id from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = p_property_id
          and x.text_value = v_text and x.number_value = v_number and x.object_id < v_after
        order by x.object_id desc limit v_take);
      v_rows := v_rows || array(
        select app.object_json(row(o.*)::app.objects) from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = any (v_ids)
          and o.properties->v_name = v_value
        order by o.id desc);
    else
      v_ids := array(
        select x.object_id from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = p_property_id
          and x.text_value = v_text and x.number_value = v_number and x.object_id > v_after
        order by x.object_id limit v_take);
      v_rows := v_rows || array(
        select app.object_json(row(o.*)::app.objects) from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = any (v_ids)
          and o.properties->v_name = v_value
        order by o.id);
    end if;
    -- Two numbers may lie in one place of the index, which keeps the digits of a double.
    exit when cardinality(v_rows) > v_limit or cardinality(v_ids) < v_take;
    v_after := v_ids[v_take];
    v_take := v_take * 2;
  end loop;
  if cardinality(v_rows) > v_limit then
    v_cursor := app.cursor_encode(app.search_binding(p_tenant, p_type_id, args),
      jsonb_build_array('', 0, v_rows[v_limit]->>'id'));
  end if;
  if args->>'count' is distinct from 'none' then
    v_total := cardinality(v_rows);
    if args ? 'cursor' or v_total > v_limit then
      v_total := (
        select count(*) from (
          select 1 from app.object_index x
          where x.tenant_id = p_tenant and x.property_id = p_property_id
            and x.text_value = v_text and x.number_value = v_number
          limit 10001) c);
    end if;
  end if;
  return app.paged(array_to_json(v_rows[:v_limit]), v_cursor, v_total, 10000);
end $$;
comment on function app.search_equal is
  'The answer to a search for one value of an indexed property (p_node of app.search_is_direct), in '
  'the order of creation, which is how the index keeps them';
