create or replace function app.policies_concern(p_policies jsonb, p_user_access text)
returns boolean
language sql stable as $$
  select case when app.type_is_guarded(p_policies, p_user_access)
    then app.policies_bind(app.principal()) is not false else false end
$$;
comment on function app.policies_concern is
  'Whether there may be objects of a type that policies, or that it is private, hide from the '
  'caller; takes two columns of the type, as app.type_is_guarded does';
