create or replace function app.permission_covers(p_held text[], p_needed text)
returns boolean
language sql immutable as $$
  select p_held && case
    when p_needed like '%:read' then array['*', p_needed, split_part(p_needed, ':', 1) || ':*',
      split_part(p_needed, ':', 1) || ':manage', split_part(p_needed, ':', 1) || ':write']
    else array['*', p_needed, split_part(p_needed, ':', 1) || ':*',
      split_part(p_needed, ':', 1) || ':manage'] end
    or p_needed in ('objects:read', 'objects:write') and exists (
      select 1 from unnest(p_held) h
      where h like p_needed || ':%' or p_needed = 'objects:read' and h like 'objects:write:%')
$$;
comment on function app.permission_covers is
  'Whether held permissions include a needed one, such as objects:write: * and <resource>:* hold '
  'all, manage and write hold read. Permission for single object types is enough here: '
  'app.type_permission_check looks at the type';
