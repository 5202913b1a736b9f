create or replace function app.policy_named(
  p_type app.object_types, p_action text, p_object app.objects, p_member text)
returns text
language plpgsql stable as $$
declare
  v_rule jsonb;
  v_one app.object_types := p_type;
begin
  for v_rule in
    select r from jsonb_array_elements(p_type.policies->p_action) r where r ? 'is_deny'
  loop
    v_one.user_access := 'open';
    v_one.policies := jsonb_set(p_type.policies, array[p_action], jsonb_build_array(v_rule));
    if app.filter_holds(app.policy_filter(v_one, p_action, p_member), p_object) is not true then
      return v_rule->>'id';
    end if;
  end loop;
  return null;
end $$;
comment on function app.policy_named is
  'The first deny, by priority, that keeps the caller from an object; null when it is that no allow '
  'lets them';
