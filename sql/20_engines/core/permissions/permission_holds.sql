create or replace function app.permission_holds(p_held text[], p_permission text)
returns boolean
language sql immutable as $$
  select p_held && (array['*', p_permission] || array(
    select concat_ws(':', split_part(p_permission, ':', 1), a,
      case when is_typed then nullif(split_part(p_permission, ':', 3), '') end)
    from unnest(array['*', 'manage', split_part(p_permission, ':', 2),
      case when p_permission like '%:read%' then 'write' end]) a
    cross join (values (true), (false)) t(is_typed)
    where a is not null)
    || case when p_permission = 'accounting:read' then '{accounting_settings:manage,accounting_settings:*}'::text[] end)
$$;
comment on function app.permission_holds is
  'Tells whether held permissions include all of another one, such as objects:write:invoices: '
  'unlike in app.permission_covers, a permission for one object type does not count for all of '
  'them';
