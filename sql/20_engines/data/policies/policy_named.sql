create or replace function app.policy_named(
  p_type app.object_types, p_action text, p_object app.objects, p_member text)
returns text
language plpgsql stable as $$
declare v_rule jsonb;
begin
  for v_rule in
    select r from jsonb_array_elements(p_type.policies->p_action) r where r ? 'is_deny'
  loop
    if app.filter_holds(app.policy_alone(p_type, p_action, v_rule, p_member), p_object)
      is not true then
      return v_rule->>'id';
    end if;
  end loop;
  return null;
end $$;
comment on function app.policy_named is
  'The first deny, by priority, that keeps the caller from an object; null when it is that no allow '
  'lets them';
