create or replace function app.policy_filter(
  p_type app.object_types, p_action text, p_member text default 'condition')
returns app.filter
language plpgsql stable as $$
begin
  if not app.type_is_guarded(p_type.policies, p_type.user_access) then return null; end if;
  return app.filter_made(app.policy_part(p_type, p_action, p_member));
end $$;
comment on function app.policy_filter is
  'Returns the filter of a type''s policies for the caller; null when there is nothing to test';
