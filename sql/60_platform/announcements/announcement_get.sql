create or replace function platform.announcement_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_announcement app.announcements;
begin
  select * into v_announcement from app.announcements a where a.id = args->>'announcement_id';
  if not found then perform app.not_found('announcement', args->>'announcement_id'); end if;
  return app.announcement_json(v_announcement);
end $$;
comment on function platform.announcement_get is 'Get an announcement';
