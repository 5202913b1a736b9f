create or replace function api.user_announcement_read(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_caller jsonb := app.principal();
  v_user_id text := v_caller->>'user_id';
  v_id text := args->>'user_announcement_id';
  v_now timestamptz := clock_timestamp();
  v_read_at timestamptz;
begin
  if app.user_announcements_keep(tenant, array(
      select a.id::text from app.user_announcements_shown(tenant, v_caller) a where a.id = v_id)) = '{}' then
    perform app.not_found('user_announcement', v_id);
  end if;
  insert into app.user_announcement_reads (tenant_id, user_id, announcement_id, read_at)
  values (tenant, v_user_id, v_id, v_now)
  on conflict do nothing;
  select r.read_at into v_read_at from app.user_announcement_reads r
  where r.tenant_id = tenant and r.user_id = v_user_id and r.announcement_id = v_id;
  return json_build_object('id', v_id, 'read_at', v_read_at);
end $$;
comment on function api.user_announcement_read is 'Mark an announcement read';
