create or replace function app.search_numbers(
  p_tenant text, p_type_id text, p_property_id text, p_name text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_one jsonb := args->'filters'->0;
  v_two jsonb := args->'filters'->1;
  v_from jsonb := case when v_one->>'operator' like 'g%' then v_one else v_two end;
  v_to jsonb := case when v_one->>'operator' like 'l%' then v_one else v_two end;
  v_low jsonb := v_from->'value';
  v_high jsonb := v_to->'value';
  v_except jsonb[] := '{}';
  v_low_number double precision := coalesce(v_low::double precision, '-Infinity');
  v_high_number double precision := coalesce(v_high::double precision, 'Infinity');
  v_above double precision := '-Infinity';
  v_below double precision := 'Infinity';
  v_limit integer := args->>'limit';
  v_take integer := v_limit + 1;
  v_is_descending boolean := args @> '{"order": "desc"}';
  v_after jsonb;
  v_number double precision;
  v_id text;
  v_ids text[];
  v_rows json[] := '{}';
  v_cursor text;
  v_total bigint;
begin
  -- A second comparison is the other end: not the same one again, nor eq.
  if left(v_one->>'operator', 1) || left(v_two->>'operator', 1) not in ('gl', 'lg') then return null; end if;
  if v_from->>'operator' = 'gt' then
    v_except := array[v_low];
    v_above := v_low_number;
  end if;
  if v_to->>'operator' = 'lt' then
    v_except := v_except || v_high;
    v_below := v_high_number;
  end if;
  if args ? 'cursor' then
    v_after := app.cursor_decode(
      app.search_binding(p_tenant, p_type_id, args), args->>'cursor');
    v_number := v_after->>1;
    v_id := v_after->>2;
  elsif v_is_descending then
    v_number := v_high_number;
    v_id := '~';
    v_take := v_take + (v_below < 'Infinity')::integer;
  else
    v_number := v_low_number;
    v_id := '';
    v_take := v_take + (v_above > '-Infinity')::integer;
  end if;
  -- In the order of jsonb, null is before all numbers and true behind them.
  v_low := coalesce(v_low, 'null');
  v_high := coalesce(v_high, 'true');

  loop
    if v_is_descending then
      v_ids := array(
        select x.object_id from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = p_property_id and x.text_value = ''
          and (x.number_value, x.object_id) < (v_number, v_id)
          and x.number_value >= v_low_number
        order by x.number_value desc, x.object_id desc limit v_take);
      v_rows := v_rows || array(
        select app.object_json(row(o.*)::app.objects) from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = any (v_ids)
          and o.properties->p_name >= v_low and o.properties->p_name <= v_high
          and o.properties->p_name <> all (v_except)
        order by (o.properties->p_name)::double precision desc, o.id desc);
    else
      v_ids := array(
        select x.object_id from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = p_property_id and x.text_value = ''
          and (x.number_value, x.object_id) > (v_number, v_id)
          and x.number_value <= v_high_number
        order by x.number_value, x.object_id limit v_take);
      v_rows := v_rows || array(
        select app.object_json(row(o.*)::app.objects) from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = any (v_ids)
          and o.properties->p_name >= v_low and o.properties->p_name <= v_high
          and o.properties->p_name <> all (v_except)
        order by (o.properties->p_name)::double precision, o.id);
    end if;
    exit when cardinality(v_rows) > v_limit or cardinality(v_ids) < v_take;
    -- Numbers at an end that the index takes for it, because it keeps the digits of a double.
    v_id := v_ids[v_take];
    v_number := (
      select (o.properties->p_name)::double precision from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = v_id);
    v_take := v_take * 2;
  end loop;

  if cardinality(v_rows) > v_limit then
    v_cursor := app.cursor_encode(app.search_binding(p_tenant, p_type_id, args),
      jsonb_build_array('', (v_rows[v_limit]#>>array['properties', p_name])::double precision,
        v_rows[v_limit]->>'id'));
  end if;
  if args->>'count' is distinct from 'none' then
    v_total := cardinality(v_rows);
    if args ? 'cursor' or v_total > v_limit then
      v_total := (
        select count(*) from (
          select 1 from app.object_index x
          where x.tenant_id = p_tenant and x.property_id = p_property_id and x.text_value = ''
            and x.number_value >= v_low_number and x.number_value > v_above
            and x.number_value <= v_high_number and x.number_value < v_below
          limit 10001) c);
    end if;
  end if;
  return app.paged(array_to_json(v_rows[:v_limit]), v_cursor, v_total, 10000);
end $$;
comment on function app.search_numbers is
  'The answer to a search for a range of an indexed property that has numbers, in its own order; null '
  'for two comparisons that are not a low and a high end';
