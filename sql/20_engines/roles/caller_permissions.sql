create or replace function app.caller_permissions()
returns text[]
language plpgsql stable as $$
declare v_principal jsonb := app.principal();
begin
  if v_principal ? 'permissions' then
    return array(select jsonb_array_elements_text(v_principal->'permissions'));
  end if;
  return array(
    select p.permission
    from jsonb_array_elements_text(v_principal->'scopes') s(scope)
    join (values ('*', '*'), ('read', 'objects:read'), ('read', 'files:read'),
      ('write', 'objects:write'), ('schema', 'objects:read'), ('schema', 'object_types:*'),
      ('schema', 'policies:*'), ('files', 'files:*'), ('ai', 'ai:*'), ('auth', 'users:*'),
      ('auth', 'roles:*'), ('auth', 'keys:*'), ('auth', 'auth_config:*'))
      p(scope, permission) on p.scope = s.scope);
end $$;
comment on function app.caller_permissions is
  'What the caller may give away: the permissions of a user, or what the scopes of a key amount to';
