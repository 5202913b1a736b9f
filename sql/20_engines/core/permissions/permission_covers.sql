create or replace function app.permission_covers(p_held text[], p_needed text)
returns boolean
language sql immutable as $$
  select p_held && case
    when p_needed like '%:read' then array['*', p_needed, split_part(p_needed, ':', 1) || ':*',
      split_part(p_needed, ':', 1) || ':manage', split_part(p_needed, ':', 1) || ':write']
      || case when p_needed = 'accounting:read' then '{accounting_settings:manage,accounting_settings:*}'::text[] end
    else array['*', p_needed, split_part(p_needed, ':', 1) || ':*',
      split_part(p_needed, ':', 1) || ':manage'] end
    or p_needed in ('objects:read', 'objects:write') and exists (
      select 1 from unnest(p_held) h
      where h like p_needed || ':%' or p_needed = 'objects:read' and h like 'objects:write:%')
$$;
comment on function app.permission_covers is
  'Whether held permissions include a needed one, such as objects:write: * and <resource>:* hold '
  'all, manage and write hold read, and who manages the settings of accounting reads it. Permission for single object types is enough here: '
  'app.type_permission_check looks at the type';
