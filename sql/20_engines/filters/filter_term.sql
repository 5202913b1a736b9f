create or replace function app.filter_term(p_field jsonb, p_operator text, p_value jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_low jsonb;
  v_high jsonb;
begin
  if p_value = 'null' then return null; end if;
  if p_field->>'system' = 'id' and p_operator in ('eq', 'in') then
    return jsonb_build_object('ids', case p_operator when 'eq' then jsonb_build_array(p_value)
      else p_value end);
  elsif p_field->>'system' = 'created_at' and p_operator in ('eq', 'lt', 'lte', 'gt', 'gte',
    'between') then
    -- Ids hold the moment of creation.
    v_low := case p_operator when 'between' then p_value->0
      when 'lt' then null when 'lte' then null else p_value end;
    v_high := case p_operator when 'between' then p_value->1
      when 'gt' then null when 'gte' then null else p_value end;
    return jsonb_build_object(
      'id_low', coalesce(app.object_id_at((v_low #>> '{}')::timestamptz), ''),
      'id_high', coalesce(app.object_id_at((v_high #>> '{}')::timestamptz) || '~', '~'));
  elsif not p_field ? 'ready' then return null;
  elsif p_operator in ('eq', 'in') then
    return jsonb_build_object('property', p_field->'id', 'unique', p_field->'unique', 'keys', (
      select coalesce(jsonb_agg(jsonb_build_array(app.index_text(v), app.index_number(v))), '[]')
      from jsonb_array_elements(
        case p_operator when 'eq' then jsonb_build_array(p_value) else p_value end) v));
  elsif p_field->>'kind' = 'json' then return null;
  end if;

  case p_operator
  when 'gt', 'gte' then v_low := p_value;
  when 'lt', 'lte' then v_high := p_value;
  when 'between' then v_low := p_value->0; v_high := p_value->1;
  when 'starts_with' then v_low := p_value; v_high := p_value;
  else return null;
  end case;
  return jsonb_build_object('property', p_field->'id',
    'low', app.index_bound(coalesce(v_low, v_high), false, v_low is null),
    'high', app.index_bound(coalesce(v_high, v_low), true, v_high is null,
      p_operator = 'starts_with'));
end $$;
comment on function app.filter_term is
  'What an index can do for a condition that must hold, or null. It may let too much through, '
  'never too little: {ids}, {id_low, id_high}, or of a property {keys: [[text, number]]} or '
  '{low, high: [text, number]}';
