create or replace function app.policy_term(p_term jsonb, p_principal jsonb)
returns jsonb
language plpgsql stable as $$
declare v_values jsonb;
begin
  if p_term ? 'any' then
    return jsonb_build_object('any', (
      select json_agg(app.policy_term(t, p_principal))::jsonb from jsonb_array_elements(p_term->'any') t));
  elsif p_term ? 'association' then
    return jsonb_build_object(
      'association', app.policy_external(p_term->'association', p_principal));
  elsif not p_term ? 'of' then
    return p_term;
  end if;
  select p_term->'values' || coalesce(json_agg(v.value)::jsonb, '[]') into v_values
  from (
    select p_principal #> array(select jsonb_array_elements_text(a)) as value
    from jsonb_array_elements(p_term->'auth') a) f
  cross join lateral jsonb_array_elements(
    case jsonb_typeof(f.value) when 'array' then f.value
      else jsonb_build_array(f.value) end) v(value)
  where v.value <> 'null';
  if v_values = '[]' then return '{"ids": []}'; end if;
  if p_term->>'of' in ('ids', 'creators') then
    return jsonb_build_object(p_term->>'of', v_values);
  elsif p_term->>'of' = 'key' then
    return p_term || jsonb_build_object(
      'key', jsonb_build_array(app.index_text(v_values->0), app.index_number(v_values->0)));
  end if;
  return p_term || jsonb_build_object('keys', (
    select json_agg(jsonb_build_array(app.index_text(v), app.index_number(v)))::jsonb
    from jsonb_array_elements(v_values) v));
end $$;
comment on function app.policy_term is
  'Returns the index lookup for a condition of a policy, with the values of this caller in the '
  'places that app.filter_symbolic left open';
