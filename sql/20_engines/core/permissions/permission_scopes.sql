create or replace function app.permission_scopes(p_permissions text[])
returns text[]
language sql immutable as $$
  select case when '*' = any (p_permissions) then '{*}'::text[] else array(
    select s.scope from (values ('read', 'objects:read'), ('write', 'objects:write'),
      ('files', 'files:write')) s(scope, permission)
    where app.permission_covers(p_permissions, s.permission)) end
$$;
comment on function app.permission_scopes is
  'The scopes that permissions amount to, for what asks for scopes: a step of a transaction, '
  'events, regex';
