create or replace function app.scope_permissions(p_scopes text[])
returns text[]
language sql immutable as $$
  select array(
    select p.permission
    from (values ('*', '*'), ('read', 'objects:read'), ('read', 'files:read'),
      ('write', 'objects:write'), ('schema', 'objects:read'), ('schema', 'object_types:*'),
      ('schema', 'policies:*'), ('files', 'files:*'), ('ai', 'ai:*'), ('auth', 'users:*'),
      ('auth', 'roles:*'), ('auth', 'keys:*'), ('auth', 'auth_config:*'))
      p(scope, permission) where p.scope = any (p_scopes))
$$;
comment on function app.scope_permissions is
  'The permissions that the scopes of a key amount to; app.permission_scopes is its counterpart';
