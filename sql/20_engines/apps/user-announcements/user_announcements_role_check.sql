create or replace function app.user_announcements_role_check(p_tenant text, p_role text)
returns void
language plpgsql stable as $$
declare v_now timestamptz := now();
begin
  if exists (
    select 1 from app.user_announcements a
    where a.tenant_id = p_tenant and a.ends_at > v_now and p_role = any (a.roles)) then
    perform app.fail(409, 'INVALID_STATE', format('Announcements to users are for the role %s: they would be '
      'shown to a later role of this name. Delete or change these announcements first.', p_role));
  end if;
end $$;
comment on function app.user_announcements_role_check is
  'Refuses with 409 to delete a role while an announcement that has not ended is for it';
