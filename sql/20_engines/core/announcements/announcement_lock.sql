create or replace function app.announcement_lock(p_id text)
returns app.announcements
language plpgsql volatile as $$
declare v_announcement app.announcements;
begin
  select * into v_announcement from app.announcements a where a.id = p_id for update;
  if not found then perform app.not_found('announcement', p_id); end if;
  return v_announcement;
end $$;
comment on function app.announcement_lock is 'An announcement, locked, or 404';
