create or replace function app.user_announcement_lock(p_tenant text, p_id text)
returns app.user_announcements
language plpgsql volatile as $$
declare v_found app.user_announcements;
begin
  select * into v_found from app.user_announcements a
  where a.tenant_id = p_tenant and a.id = p_id for update;
  if not found then perform app.not_found('user_announcement', p_id); end if;
  return v_found;
end $$;
comment on function app.user_announcement_lock is 'An announcement to users by id, locked, or 404';
