create or replace function app.invariant_bound(
  p_tenant text, p_type_id text, p_operand jsonb, p_key jsonb)
returns jsonb
language plpgsql stable as $$
begin
  if p_operand ? 'of' then
    return jsonb_build_object('value', app.invariant_aggregate(p_tenant, p_type_id, p_operand, null, p_key), 'kind', p_operand->'kind');
  elsif not p_operand ? 'parts' then
    return p_operand;
  end if;
  return p_operand || jsonb_build_object('parts', array(
    select app.invariant_bound(p_tenant, p_type_id, p, p_key)
    from jsonb_array_elements(p_operand->'parts') with ordinality t(p, n) order by n));
end $$;
comment on function app.invariant_bound is
  'An operand with the aggregates of one group found: what is the same for all of its objects is asked for once';
