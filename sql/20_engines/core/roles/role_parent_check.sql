create or replace function app.role_parent_check(p_parent app.roles)
returns void
language sql stable as $$
  select app.permissions_check(p_parent.inherited_permissions)
$$;
comment on function app.role_parent_check is
  '403 for a parent that holds more than the caller: its children would inherit it';
