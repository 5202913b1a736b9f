create or replace function app.permissions_of(p_principal jsonb)
returns text[]
language sql immutable as $$
  select case when p_principal ? 'permissions'
    then array(select jsonb_array_elements_text(p_principal->'permissions'))
    else array(
      select p.permission
      from jsonb_array_elements_text(p_principal->'scopes') s(scope)
      join (values ('*', '*'), ('read', 'objects:read'), ('read', 'files:read'),
        ('write', 'objects:write'), ('schema', 'objects:read'), ('schema', 'object_types:*'),
        ('schema', 'policies:*'), ('files', 'files:*'), ('ai', 'ai:*'), ('auth', 'users:*'),
        ('auth', 'roles:*'), ('auth', 'keys:*'), ('auth', 'auth_config:*'))
        p(scope, permission) on p.scope = s.scope) end
$$;
comment on function app.permissions_of is
  'The permissions of a user, or what the scopes of a key amount to';
