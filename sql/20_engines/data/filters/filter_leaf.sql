create or replace function app.filter_leaf(
  p_type app.object_types, p_name text, p_operator text, p_value jsonb, p_paths text[],
  p_is_negated boolean, p_is_conjunct boolean, p_part app.filter_part)
returns app.filter_part
language plpgsql stable as $$
declare
  v_field jsonb := app.filter_field(p_type, p_name);
  v_operator jsonb := app.filter_operators()->p_operator;
  v_value jsonb;
  v_term jsonb;
  v_symbolic jsonb;
begin
  p_part.leaves := p_part.leaves + 1;
  if v_field is null or v_operator is null or p_part.leaves > 50 then
    perform app.filter_reject(p_type, p_name, p_operator, p_paths, v_field, p_part.leaves);
  end if;
  if p_value = 'null' and p_operator in ('eq', 'neq') then
    p_operator := case p_operator when 'eq' then 'is_null' else 'exists' end;
    p_value := 'true';
    v_operator := app.filter_operators()->p_operator;
  end if;
  if v_operator ? 'not' then
    p_is_negated := not p_is_negated;
    p_operator := v_operator->>'not';
    v_operator := app.filter_operators()->p_operator;
  end if;
  if not v_operator->'kinds' ? (v_field->>'kind') and v_operator->>'kinds' <> 'any' then
    perform app.filter_reject(p_type, p_name, p_operator, p_paths, v_field, 0);
  end if;

  if p_part.is_policy and p_value::text ~ '"\$[A-Za-z_]' then
    v_symbolic := app.filter_symbolic(v_field, p_operator, p_value);
    -- False: the whole has to be compiled for each caller.
    p_part.is_policy := coalesce(v_symbolic->>'condition', '') <> '';
  end if;
  if p_part.is_policy and v_symbolic is not null then
    p_part.condition := app.filter_negate(p_is_negated, v_symbolic->>'condition');
    v_term := nullif(v_symbolic->'term', 'null') || jsonb_build_object('exact',
      case when v_field->>'kind' <> 'json' then p_part.condition end);
    return app.filter_leaf_add(p_part, v_field,
      case when p_is_conjunct and not p_is_negated then v_term end);
  end if;
  v_value := app.filter_value(
    p_type, v_field, p_operator, v_operator->>'takes', p_value, p_paths[3]);
  if v_value = 'false' and v_operator->>'takes' = 'flag' then
    p_is_negated := not p_is_negated;
  end if;
  if p_operator in ('matches', 'regex') then
    return app.filter_leaf_text(v_field, p_operator, v_value, p_paths[3],
      p_is_negated, p_is_conjunct, p_part);
  end if;
  if v_operator->>'takes' = 'list' and jsonb_array_length(v_value) > 250
    and v_field->>'kind' <> 'money' then
    return app.filter_leaf_set(
      v_field, p_operator, v_value, p_is_negated, p_is_conjunct, p_part);
  end if;
  p_part.condition := app.filter_negate(p_is_negated, app.filter_condition(v_field->>'kind',
    v_field->>'path', p_operator, v_value,
    format('$v[%s]', coalesce(cardinality(p_part.variables), 0))));
  if p_is_conjunct and not p_is_negated then
    v_term := app.filter_term(v_field, p_operator, v_value, p_part.condition);
  end if;
  p_part.variables := p_part.variables || case
    when p_operator in ('in', 'has_any') then app.values_by_type(v_value) else v_value end;
  return app.filter_leaf_add(p_part, v_field, v_term);
end $$;
comment on function app.filter_leaf is
  'Adds one condition {property, operator, value} to a filter; p_paths are where its three parts '
  'stand, for errors. A condition that must hold for all to hold (p_is_conjunct) may give an index '
  'term';
