create or replace function app.type_is_guarded(p_type app.object_types)
returns boolean
language sql stable as $$
  select (p_type).policies is not null
    or (p_type).user_access = 'private' and not app.is_plain_key()
$$;
comment on function app.type_is_guarded is
  'Whether anything may stand between the caller and objects of a type: its policies, or that it is '
  'private. False spares the rest; app.policy_part says what it is';
