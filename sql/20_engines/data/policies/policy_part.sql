create or replace function app.policy_part(
  p_type app.object_types, p_action text, p_member text default 'condition',
  p_is_served boolean default false)
returns app.filter_part
language plpgsql stable as $$
declare
  v_policies jsonb := p_type.policies;
  v_rules jsonb := v_policies->p_action;
  v_principal jsonb;
  v_part app.filter_part;
  v_rule jsonb;
  v_text text;
  v_terms jsonb[] := '{}';
  v_has_allow boolean := p_type.user_access = 'private';
  v_is_open boolean := false;
  v_allows text;
  v_denies text;
begin
  if v_rules is null and v_has_allow is not true then return null; end if;
  v_principal := app.principal();
  if v_principal ? 'limits' then
    return app.policy_part_shared(p_type, p_action, p_member, p_is_served);
  end if;
  if not app.policies_bind(v_principal) then return null; end if;
  -- A private type counts as having an allow that applies to no one.
  v_has_allow := coalesce(v_has_allow, false) and app.private_binds(v_principal);
  v_part := row(null, '{}', '{}', '{}', 0, null, v_principal)::app.filter_part;
  if v_policies->'variables' <> '[]' then
    v_part.variables := array(select jsonb_array_elements(v_policies->'variables'));
  end if;
  if v_policies->'externals' <> '[]' then
    v_part.externals := array(select jsonb_array_elements(v_policies->'externals'));
  end if;
  for i in 0 .. coalesce(jsonb_array_length(v_rules), 0) - 1 loop
    v_rule := v_rules->i;
    v_has_allow := v_has_allow or not v_rule ? 'is_deny';
    if v_rule ? 'role' and not app.policy_is_for(v_rule->>'role', v_principal) then continue; end if;
    v_text := v_rule->p_member->>'text';
    if v_text is null then
      v_part := app.policy_dynamic(p_type, v_rule, p_member, v_part);
      v_text := v_part.condition;
    end if;
    if v_rule ? 'is_deny' then
      v_denies := concat_ws(' && ', v_denies, v_text);
    else
      v_terms := array_append(v_terms, coalesce(
        v_rule->p_member->'terms', to_jsonb(v_part.terms)));
      v_is_open := v_is_open or v_text = '(1 == 1)';
      v_allows := concat_ws(' || ', v_allows, v_text);
    end if;
  end loop;

  if not v_has_allow or v_is_open then
    v_allows := null;
    v_terms := '{}';
  elsif v_allows is null then
    v_allows := '(1 == 0)';
    v_terms := array['[{"ids": []}]'::jsonb];
  elsif cardinality(v_terms) > 1 then
    v_allows := '(' || v_allows || ')';
  end if;
  if v_allows is null and v_denies is null then return null; end if;
  v_part.condition := case when v_denies is null then v_allows
    else '(' || concat_ws(' && ', v_allows, v_denies) || ')' end;
  v_part.terms := '{}';
  if p_is_served and v_terms <> '{}' then
    v_part.terms := app.policy_terms(v_terms, v_principal);
  end if;
  if v_part.externals <> '{}' then v_part.externals := app.policy_externals(v_part); end if;
  return v_part;
end $$;
comment on function app.policy_part is
  'Returns the filter of a type''s policies for the caller, as the beginning of a filter: any of '
  'the allows that are for them, and none of the denies; without an allow, everything, but of a '
  'private type nothing to users (app.private_binds). Null when there is nothing to test. p_member '
  'is "check" for the new row of an update; p_is_served says what an index can do for it, too';
