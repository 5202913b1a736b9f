create or replace function app.policies_keep_out(
  p_policies jsonb, p_object_type_id text, p_owner_id text)
returns boolean
language plpgsql stable as $$
begin
  return coalesce(p_policies ? p_object_type_id, false)
    and exists (
      select 1 from app.parties() p
      where app.policies_bind(p) and p->>'id' is distinct from p_owner_id);
end $$;
comment on function app.policies_keep_out is
  'Tells whether another user''s work on a type (an export, an import) may hold data that the '
  'caller may not see (p_policies of app.policies_of_caller)';
