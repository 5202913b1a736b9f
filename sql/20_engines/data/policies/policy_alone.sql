create or replace function app.policy_alone(
  p_type app.object_types, p_action text, p_rule jsonb, p_member text)
returns app.filter
language plpgsql stable as $$
begin
  p_type.user_access := 'open';  -- so that it is not for want of an allow that nothing is let through
  p_type.policies := jsonb_set(p_type.policies, array[p_action], jsonb_build_array(p_rule));
  return app.policy_filter(p_type, p_action, p_member);
end $$;
comment on function app.policy_alone is
  'Returns the filter of one rule of a type''s policies for the caller';
