create or replace function app.user_announcement_room(p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_most constant integer := 100;
  v_now timestamptz := now();
  v_open integer;
begin
  -- Until the commit: the next one to wait here counts the announcement of the previous one.
  perform from app.tenants t where t.tenant_id = p_tenant for no key update;
  v_open := (
    select count(*) from (
      select 1 from app.user_announcements a
      where a.tenant_id = p_tenant and a.ends_at > v_now limit v_most + 1) o);
  if v_open > v_most then
    perform app.fail(409, 'INVALID_STATE', format('At most %s announcements can be open at a time. '
      'Delete one, or set its ends_at.', v_most));
  end if;
end $$;
comment on function app.user_announcement_room is
  'Refuses with 409 more than 100 announcements that have not ended, which is as many as one answer shows to a user';
