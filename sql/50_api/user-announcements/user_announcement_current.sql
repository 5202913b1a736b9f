create or replace function api.user_announcement_current(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_caller jsonb := app.principal();
  v_is_unread boolean := coalesce((args->>'unread')::boolean, false);
  v_rows json;
  v_total bigint;
begin
  select count(*), json_agg(json_build_object('id', a.id, 'title', a.title, 'body', a.body,
      'starts_at', a.starts_at, 'ends_at', nullif(a.ends_at, 'infinity'), 'read_at', r.read_at)
      order by a.starts_at desc, a.id desc)
  into v_total, v_rows
  from app.user_announcements_shown(tenant, v_caller) a
  left join app.user_announcement_reads r on r.tenant_id = tenant
    and r.user_id = v_caller->>'user_id' and r.announcement_id = a.id
  where not v_is_unread or r.read_at is null;
  return app.listed(v_rows, v_total);
end $$;
comment on function api.user_announcement_current is 'List current announcements for you, latest first';
