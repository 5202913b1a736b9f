create or replace function app.filter_term(
  p_field jsonb, p_operator text, p_value jsonb, p_condition text)
returns jsonb
language plpgsql stable as $$
declare
  v_low jsonb;
  v_high jsonb;
begin
  if p_operator = 'eq' and p_field ? 'ready' and p_value <> 'null' then
    return jsonb_build_object('property', p_field->'id', 'unique', p_field->'unique',
      'exact', case when p_field->>'kind' <> 'json' then p_condition end,
      'key', jsonb_build_array(app.index_text(p_value), app.index_number(p_value)));
  elsif p_value = 'null' then return null;
  elsif p_field->>'system' in ('id', 'created_by') and p_operator in ('eq', 'in') then
    return jsonb_build_object(case p_field->>'system' when 'id' then 'ids' else 'creators' end,
      case p_operator when 'eq' then jsonb_build_array(p_value) else p_value end);
  elsif p_operator in ('lt', 'lte') then v_high := p_value;
  elsif p_operator in ('gt', 'gte') then v_low := p_value;
  elsif p_operator = 'between' then v_low := p_value->0; v_high := p_value->1;
  elsif p_operator in ('eq', 'starts_with') then v_low := p_value; v_high := p_value;
  elsif p_operator = 'in' and p_field ? 'ready' then
    return jsonb_build_object('property', p_field->'id', 'keys', (
      select coalesce(json_agg(jsonb_build_array(app.index_text(v), app.index_number(v)))::jsonb, '[]')
      from jsonb_array_elements(p_value) v));
  else return null;
  end if;

  if p_field->>'system' = 'created_at' and p_operator <> 'starts_with' then
    return jsonb_build_object(  -- ids hold the moment of creation
      'id_low', coalesce(app.object_id_at((v_low #>> '{}')::timestamptz), ''),
      'id_high', coalesce(app.object_id_at((v_high #>> '{}')::timestamptz) || '~', '~'));
  elsif not p_field ? 'ready' or p_field->>'kind' = 'json' then return null;
  end if;
  return jsonb_build_object('property', p_field->'id',
    'low', app.index_bound(coalesce(v_low, v_high), false, v_low is null),
    'high', app.index_bound(coalesce(v_high, v_low), true, v_high is null,
      p_operator = 'starts_with'),
    'exact', case when greatest(length(v_low #>> '{}'), length(v_high #>> '{}')) < 256
      and p_field->>'kind' <> 'money' then p_condition end,
    'except', case when p_operator in ('lt', 'gt') then jsonb_build_array(
      app.index_bound(coalesce(v_high, v_low), false, false)) else '[]' end);
end $$;
comment on function app.filter_term is
  'Returns the index lookup for a condition that must hold, or null. It may let too much through, '
  'never too little: {ids}, {creators}, {id_low, id_high}, or of a property {key: [text, number]}, '
  '{keys} or {low, high}; of an "or" {any: [term]}. "exact" is the condition when what the index '
  'lets through, the places of "except" left out, needs no test';
