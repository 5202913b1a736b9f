create or replace function app.type_is_guarded(p_policies jsonb, p_user_access text)
returns boolean
language sql stable as $$
  select p_policies is not null or p_user_access = 'private' and not app.is_plain_key()
$$;
comment on function app.type_is_guarded is
  'Whether anything may stand between the caller and objects of a type: its policies, or that it is '
  'private. False spares the rest; app.policy_part says what it is. Takes two columns of the type, '
  'because a whole row costs more to hand over than to look at';
