create or replace function app.policy_dynamic(
  p_type app.object_types, p_rule jsonb, p_member text, p_part app.filter_part)
returns app.filter_part
language plpgsql stable as $$
declare
  v_part app.filter_part := p_part;
  v_is_deny boolean := p_rule ? 'is_deny';
begin
  begin
    v_part.terms := '{}';
    v_part.leaves := 0;
    v_part.is_policy := false;
    v_part := app.filter_node(
      p_type, p_rule->p_member->'dynamic', 'condition_json', 1, false, true, v_part);
    v_part.is_policy := null;
    v_part.externals := app.regex_closed(
      v_part.externals, cardinality(p_part.externals) + 1, v_is_deny);
  exception when others then
    if sqlstate !~ '^(PT4|22)' then raise; end if;
    v_part := p_part;
    v_part.condition := case when v_is_deny then '(1 == 1)' else '(1 == 0)' end;
    v_part.terms := array['{"ids": []}'::jsonb];
  end;
  if v_is_deny then v_part.condition := app.filter_negate(true, v_part.condition); end if;
  return v_part;
end $$;
comment on function app.policy_dynamic is
  'The condition of a rule that depends on more than can stay open in it, such as $now, compiled '
  'for this caller at this moment; when it no longer compiles, an allow matches nothing and a deny '
  'everything';
