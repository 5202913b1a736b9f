create or replace function app.private_binds(p_principal jsonb)
returns boolean
language sql immutable as $$
  select app.policies_bind(p_principal) and (p_principal->>'type' is distinct from 'api_key'
    or p_principal->'sees_private' = 'false')
$$;
comment on function app.private_binds is
  'Whether private object types are closed to a caller but for what an allow policy gives them: to '
  'users whom policies bind, and to keys that such users have made; not to other keys';
