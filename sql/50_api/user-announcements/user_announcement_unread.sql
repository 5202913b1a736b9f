create or replace function api.user_announcement_unread(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_caller jsonb := app.principal();
  v_id text := args->>'user_announcement_id';
begin
  perform 1 from app.user_announcements_shown(tenant, v_caller) a where a.id = v_id;
  if not found then perform app.not_found('user_announcement', v_id); end if;
  delete from app.user_announcement_reads r
  where r.tenant_id = tenant and r.user_id = v_caller->>'user_id' and r.announcement_id = v_id;
  return json_build_object('id', v_id, 'read_at', null);
end $$;
comment on function api.user_announcement_unread is 'Mark an announcement unread';
