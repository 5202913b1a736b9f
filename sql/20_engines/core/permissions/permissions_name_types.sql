create or replace function app.permissions_name_types(p_permissions text[])
returns boolean
language sql immutable as $$
  select p_permissions && array(select p from unnest(p_permissions) p where p like 'objects:%:%')
    and not p_permissions && '{*,objects:*,objects:manage,objects:write}'::text[]
$$;
comment on function app.permissions_name_types is
  'Whether permissions name single object types, so that each has to be looked at (type_limited)';
