create or replace function app.user_announcements_role_rename(p_tenant text, p_old text, p_new text)
returns void
language sql volatile as $$
  update app.user_announcements a
  set roles = array(
    select r from unnest(array_replace(a.roles, p_old, p_new)) r order by r)
  where a.tenant_id = p_tenant and p_old = any (a.roles)
$$;
comment on function app.user_announcements_role_rename is
  'Carries a new name of a role to the announcements that are shown to it';
