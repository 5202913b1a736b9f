create or replace function app.system_scopes(p_role text)
returns jsonb
language sql immutable as $$
  select case p_role
    when 'owner' then '["*"]'::jsonb
    when 'admin' then '["*"]'
    when 'user' then '["read", "write", "files"]'
    when 'anonymous' then '["read", "write"]' end
$$;
comment on function app.system_scopes is
  'app.permission_scopes of app.system_permissions, written down because nearly every call asks; '
  'null for a role of the tenant''s own';
