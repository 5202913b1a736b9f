create or replace function app.policy_is_for(p_role text, p_principal jsonb)
returns boolean
language plpgsql immutable as $$
begin
  return p_role is null or coalesce(p_principal->'roles' ? p_role, false)
    or coalesce(p_principal->>'role' = p_role, false);
end $$;
comment on function app.policy_is_for is
  'Tells whether a policy for a role (null: everyone) applies to a caller';
