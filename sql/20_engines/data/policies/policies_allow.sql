create or replace function app.policies_allow(p_type app.object_types, p_action text)
returns boolean
language sql stable as $$
  select coalesce((p_type).policies->p_action @? '$[*] ? (!exists(@.is_deny))', false)
$$;
comment on function app.policies_allow is
  'Tells whether a type has an enabled allow policy for an action: without one, user_access decides';
