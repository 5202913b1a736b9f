create or replace function app.policy_dynamic(
  p_type app.object_types, p_filters jsonb, p_part app.filter_part)
returns app.filter_part
language plpgsql stable as $$
declare v_part app.filter_part := p_part;
begin
  v_part.terms := '{}';
  v_part.leaves := 0;
  v_part.is_policy := false;
  v_part := app.filter_node(p_type, p_filters, 'condition_json', 1, false, true, v_part);
  v_part.is_policy := null;
  return v_part;
exception when others then
  if sqlstate !~ '^(PT4|22)' then raise; end if;
  p_part.condition := null;
  p_part.terms := '{}';
  return p_part;
end $$;
comment on function app.policy_dynamic is
  'A condition of a policy that depends on more than can stay open in it, such as $now, compiled for '
  'this caller at this moment; without a condition when it no longer compiles';
