create or replace function app.policy_deny(
  p_type app.object_types, p_action text, p_object app.objects, p_member text)
returns void
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_policy text;
begin
  if v_principal ? 'as_user' then
    v_policy := app.policy_named(p_type, p_action, p_object, p_member);
  end if;
  perform app.fail(403, 'POLICY_DENIED', format(case
      when p_type.user_access = 'private' and app.private_binds(v_principal)
        and not app.policies_allow(p_type, p_action) then
        '%1$s is private, and no policy allows users to %2$s its objects. An administrator can '
        'add one (POST /v1/object-types/%1$s/policies) or open the type (user_access).'
      when p_action = 'insert' then
        'The policies of %s do not let you create such an object. Change its values, or ask an '
        'administrator.'
      when p_member = 'check' then
        'The policies of %s do not let you change the object to these values. Send other values, '
        'or ask an administrator.'
      else 'The policies of %s do not let you %s this object. Ask an administrator.' end,
      p_type.name, p_action),
    jsonb_strip_nulls(jsonb_build_object('action', p_action, 'object_type_id', p_type.id,
      'object_id', case when p_action <> 'insert' then p_object.id end, 'policy_id', v_policy)));
end $$;
comment on function app.policy_deny is
  'Refuses with 403 POLICY_DENIED; to an administrator who looks through a user''s eyes (as_user) '
  'it names the policy that denies, if one does';
