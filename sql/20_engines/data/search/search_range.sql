create or replace function app.search_range(p_name text, p_nodes jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_operator text;
  v_value jsonb;
  v_low jsonb;
  v_high jsonb;
  v_except jsonb := '[]';
  v_conditions text[] := '{}';
  v_variables jsonb := '[]';
begin
  for i in 0 .. jsonb_array_length(p_nodes) - 1 loop
    v_operator := p_nodes->i->>'operator';
    v_value := p_nodes->i->'value';
    if v_operator in ('gt', 'gte') and v_low is null then
      v_low := v_value;
    elsif v_operator in ('lt', 'lte') and v_high is null then
      v_high := v_value;
    else
      return null;
    end if;
    if v_operator in ('gt', 'lt') then
      v_except := v_except || jsonb_build_array(app.index_bound(v_value, false, false));
    end if;
    v_conditions := v_conditions || app.filter_comparison(
      '', '$.' || to_json(p_name), v_operator, format('$v[%s]', i));
    v_variables := v_variables || v_value;
  end loop;
  return jsonb_build_object('except', v_except,
    'low', app.index_bound(coalesce(v_low, v_high), false, v_low is null),
    'high', app.index_bound(coalesce(v_high, v_low), true, v_high is null),
    'condition', 'strict ' || array_to_string(v_conditions, ' && '),
    'variables', jsonb_build_object('v', v_variables));
end $$;
comment on function app.search_range is
  'One or two comparisons of a property as a range of its index {low, high, except}, and as the '
  '{condition, variables} of a filter; null for two that are not a low and a high end';
