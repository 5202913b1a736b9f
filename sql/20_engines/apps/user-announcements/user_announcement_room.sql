create or replace function app.user_announcement_room(p_tenant text)
returns void
language plpgsql stable as $$
declare
  v_most constant integer := 100;
  v_now timestamptz := now();
  v_open integer := (
    select count(*) from (
      select 1 from app.user_announcements a
      where a.tenant_id = p_tenant and a.ends_at > v_now limit v_most + 1) o);
begin
  if v_open > v_most then
    perform app.fail(409, 'INVALID_STATE', format('At most %s announcements can be open at a time. '
      'Delete one, or set its ends_at.', v_most));
  end if;
end $$;
comment on function app.user_announcement_room is
  'Refuses with 409 more than 100 announcements that have not ended, which is as many as one answer shows to a user';
