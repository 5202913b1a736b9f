create or replace function app.filter_group(
  p_type app.object_types, p_kind text, p_nodes jsonb, p_path text, p_depth integer,
  p_is_negated boolean, p_is_conjunct boolean, p_part app.filter_part)
returns app.filter_part
language plpgsql stable as $$
declare
  -- The complement of "all" is "one that is not", and the other way around.
  v_is_all boolean := (p_kind = 'and') <> p_is_negated;
  v_conditions text[] := '{}';
  v_terms jsonb[] := p_part.terms;
  v_alternatives jsonb[] := '{}';
begin
  if jsonb_typeof(p_nodes) is distinct from 'array' then
    perform app.fail(400, 'INVALID_FILTER', format(
      '%s must be an array of filters.', p_path), null, p_path);
  end if;
  if jsonb_array_length(p_nodes) = 1 then
    return app.filter_node(p_type, p_nodes->0, p_path || '[0]',
      case when jsonb_typeof(p_nodes->0) = 'array' then p_depth + 1 else p_depth end,
      p_is_negated, p_is_conjunct, p_part);
  elsif p_depth > 5 and p_nodes <> '[]' then
    perform app.filter_node(p_type, '{}', p_path || '[0]', p_depth, false, false, p_part);
  end if;
  for i in 0 .. jsonb_array_length(p_nodes) - 1 loop
    if not v_is_all then p_part.terms := '{}'; end if;
    p_part := app.filter_node(p_type, p_nodes->i, p_path || '[' || i || ']',
      -- An array inside an array is a group of its own.
      case when jsonb_typeof(p_nodes->i) = 'array' then p_depth + 1 else p_depth end,
      p_is_negated, p_is_conjunct and not p_is_negated, p_part);
    v_conditions := v_conditions || p_part.condition;
    v_alternatives := v_alternatives || p_part.terms[1:1];
  end loop;
  if not v_is_all then
    p_part.terms := v_terms;
    -- An index can serve an "or" when it can serve each alternative.
    if cardinality(v_alternatives) = jsonb_array_length(p_nodes) and v_alternatives <> '{}' then
      p_part.terms := p_part.terms || jsonb_build_object('any', to_jsonb(v_alternatives));
    end if;
  end if;
  p_part.condition := case
    when v_conditions = '{}' then case when v_is_all then '(1 == 1)' else '(1 == 0)' end
    when cardinality(v_conditions) = 1 then v_conditions[1]
    else '(' || array_to_string(v_conditions, case when v_is_all then ' && ' else ' || ' end)
      || ')' end;
  return p_part;
end $$;
comment on function app.filter_group is
  'Adds the nodes of an "and" or "or"; an empty "and" holds, an empty "or" does not';
