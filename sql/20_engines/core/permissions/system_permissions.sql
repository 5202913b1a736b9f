create or replace function app.system_permissions(p_role text)
returns text[]
language sql immutable as $$
  select case p_role
    when 'owner' then '{*}'::text[]
    when 'admin' then '{*}'
    when 'user' then '{objects:read,objects:write,events:read,events:write,transactions:read,'
      'transactions:write,files:read,files:write}'
    when 'anonymous' then '{objects:read,objects:write,events:read,events:write,'
      'transactions:read,transactions:write}'
    else '{}' end
$$;
comment on function app.system_permissions is
  'Returns the permissions of the fixed base roles; nothing for a role of the tenant''s own';
