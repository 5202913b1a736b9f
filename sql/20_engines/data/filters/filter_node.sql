create or replace function app.filter_node(
  p_type app.object_types, p_node jsonb, p_path text, p_depth integer,
  p_is_negated boolean, p_is_conjunct boolean, p_part app.filter_part)
returns app.filter_part
language plpgsql stable as $$
declare
  v_name text;
  v_value jsonb;
begin
  if p_depth > 5 then
    perform app.fail(400, 'INVALID_FILTER', format(
      '%s is nested more than 5 levels deep. Flatten the filter.', p_path), null, p_path);
  end if;
  if jsonb_typeof(p_node) = 'array' then
    return app.filter_group(p_type, 'and', p_node, p_path, p_depth,
      p_is_negated, p_is_conjunct, p_part);
  elsif jsonb_typeof(p_node) <> 'object' then
    perform app.fail(400, 'INVALID_FILTER', format(
      '%s is not a filter. Send {"property": …, "operator": …, "value": …}.', p_path),
      null, p_path);
  elsif p_node ? 'operator' or p_node ? 'op' then
    v_name := coalesce(p_node->>'property', p_node->>'field');
    return app.filter_leaf(p_type, v_name, coalesce(p_node->>'operator', p_node->>'op'),
      p_node->'value', array[p_path || '.property', p_path || '.operator', p_path || '.value'],
      p_is_negated, p_is_conjunct, p_part);
  end if;

  select min(k), p_node->min(k) into v_name, v_value
  from jsonb_object_keys(p_node) k having count(*) = 1;
  case v_name
  when 'and', 'or' then
    return app.filter_group(p_type, v_name, v_value, p_path || '.' || v_name, p_depth + 1,
      p_is_negated, p_is_conjunct, p_part);
  when 'not' then
    return app.filter_node(p_type, v_value, p_path || '.not', p_depth + 1,
      not p_is_negated, false, p_part);
  when 'association' then
    return app.filter_association(p_type, v_value, p_path || '.association', p_depth + 1,
      p_is_negated, p_is_conjunct, p_part);
  else
    return app.filter_map(p_type, p_node, p_path, p_is_negated, p_is_conjunct, p_part);
  end case;
end $$;
comment on function app.filter_node is
  'Adds one node of a filter tree: a condition, a group (and, or, not, an array), an association '
  'or a map; under "not" everything becomes its complement, down to the conditions';
