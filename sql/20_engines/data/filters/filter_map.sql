create or replace function app.filter_map(
  p_type app.object_types, p_map jsonb, p_path text,
  p_is_negated boolean, p_is_conjunct boolean, p_part app.filter_part)
returns app.filter_part
language plpgsql stable as $$
declare
  v_conditions text[] := '{}';
  v_path text;
  v_name text;
  v_given jsonb;
  v_operator text;
  v_value jsonb;
begin
  if p_map = '{}' then
    perform app.fail(400, 'INVALID_FILTER', format(
      '%s is empty. Send {"property": …, "operator": …, "value": …}.', p_path), null, p_path);
  elsif p_map ?| array['property', 'field'] and p_map ? 'value' then
    perform app.fail(400, 'INVALID_FILTER', format('%s needs an operator. Send one of %s.', p_path,
      (select string_agg(o, ', ' order by o) from jsonb_object_keys(app.filter_operators()) o)),
      null, p_path || '.operator');
  end if;
  for v_name, v_given in select * from jsonb_each(p_map) loop
    v_path := p_path || '.' || v_name;
    for v_operator, v_value in
      select e.key, e.value from jsonb_each(case
        when jsonb_typeof(v_given) = 'object' and v_given <> '{}'
          and not (select bool_or(k like '$%') from jsonb_object_keys(v_given) k) then v_given
        else jsonb_build_object('eq', v_given) end) e
    loop
      p_part := app.filter_leaf(p_type, v_name, v_operator, v_value,
        array[v_path, v_path || '.' || v_operator,
          case when v_given->v_operator is not null then v_path || '.' || v_operator
            else v_path end],
        p_is_negated, p_is_conjunct and not p_is_negated, p_part);
      v_conditions := v_conditions || p_part.condition;
    end loop;
  end loop;
  p_part.condition := '('
    || array_to_string(v_conditions, case when p_is_negated then ' || ' else ' && ' end) || ')';
  return p_part;
end $$;
comment on function app.filter_map is
  'Adds the short forms {"status": "open"} and {"amount": {"gte": 10, "lt": 20}}';
