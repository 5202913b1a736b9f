create or replace function app.policy_shows(p_type app.object_types, p_object app.objects)
returns boolean
language plpgsql stable as $$
declare
  v_policies jsonb := p_type.policies;
  v_principal jsonb;
begin
  if not app.type_is_guarded(p_type.policies, p_type.user_access) then return true; end if;
  v_principal := app.principal();
  if v_policies is null or not v_policies ? 'whole' or v_principal ? 'limits' then
    return coalesce(app.filter_holds(app.policy_filter(p_type, 'select'), p_object), false);
  end if;
  return not app.policies_bind(v_principal) or coalesce(jsonb_path_match(p_object.properties,
    (v_policies->>'whole')::jsonpath, jsonb_build_object('v', v_policies->'variables',
      'auth', v_principal, 'id', p_object.id, 'created_by', p_object.created_by,
      'version', p_object.version), true), false);
end $$;
comment on function app.policy_shows is 'Whether the caller may see an object, or a state of one';
