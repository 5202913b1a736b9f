create or replace function app.policy_limits(p_type app.object_types)
returns boolean
language plpgsql stable as $$
begin
  if not app.type_is_guarded(p_type.policies, p_type.user_access) then return false; end if;
  return (app.policy_part(p_type, 'select')).condition is not null;
end $$;
comment on function app.policy_limits is 'Whether there may be objects of a type that the caller does not see';
