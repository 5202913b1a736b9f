create or replace function app.policy_part(
  p_type app.object_types, p_action text, p_member text default 'condition')
returns app.filter_part
language plpgsql stable as $$
declare
  v_rules jsonb := p_type.policies->p_action;
  v_principal jsonb;
  v_part app.filter_part;
  v_rule jsonb;
  v_text text;
  v_terms jsonb;
  v_served jsonb;
  v_first jsonb[] := '{}';
  v_has_allow boolean := false;
  v_allows text[] := '{}';
  v_conditions text[] := '{}';
begin
  if v_rules is null then return null; end if;
  v_principal := app.principal();
  if not app.policies_bind(v_principal) then return null; end if;
  v_part := row(null, array(select jsonb_array_elements(p_type.policies->'variables')),
    array(select jsonb_array_elements(p_type.policies->'externals')), '{}', 0, null,
    v_principal)::app.filter_part;
  for v_rule in select jsonb_array_elements(v_rules) loop
    v_has_allow := v_has_allow or not v_rule ? 'is_deny';
    continue when not app.policy_is_for(v_rule->>'role', v_principal);
    v_text := v_rule->p_member->>'text';
    v_terms := v_rule->p_member->'terms';
    if v_text is null then
      v_part := app.policy_dynamic(p_type, v_rule->p_member->'dynamic', v_part);
      v_text := coalesce(v_part.condition, case when v_rule ? 'is_deny' then '(1 == 1)'
        else '(1 == 0)' end);
      v_terms := to_jsonb(v_part.terms);
      if v_rule ? 'is_deny' then v_text := app.filter_negate(true, v_text); end if;
    end if;
    if v_rule ? 'is_deny' then
      v_conditions := v_conditions || v_text;
    else
      v_allows := v_allows || v_text;
      v_first := v_first || (v_terms->0);  -- null where no index serves it
      v_served := v_terms;
    end if;
  end loop;

  v_part.terms := '{}';
  if v_has_allow and not '(1 == 1)' = any (v_allows) then
    v_part.terms := case
      when v_allows = '{}' then array['{"ids": []}'::jsonb]
      when cardinality(v_allows) = 1 then array(
        select app.policy_term(t, v_principal) from jsonb_array_elements(v_served) t)
      when array_position(v_first, null) is null then array[jsonb_build_object('any',
        (select jsonb_agg(app.policy_term(t, v_principal)) from unnest(v_first) t))]
      else '{}' end;
    v_conditions := case when v_allows = '{}' then '(1 == 0)'
      when cardinality(v_allows) = 1 then v_allows[1]
      else '(' || array_to_string(v_allows, ' || ') || ')' end || v_conditions;
  end if;
  if v_conditions = '{}' then return null; end if;
  v_part.condition := case when cardinality(v_conditions) = 1 then v_conditions[1]
    else '(' || array_to_string(v_conditions, ' && ') || ')' end;
  if v_part.externals <> '{}' then
    v_part.externals := app.policy_externals(v_part);
  end if;
  return v_part;
end $$;
comment on function app.policy_part is
  'What the policies of a type let the caller do, as the beginning of a filter: any of the allows '
  'that are for them, and none of the denies. Null when there is nothing to test. p_member is '
  '"check" for the new row of an update';
