create or replace function api.user_announcement_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.user_announcements := app.user_announcement_lock(tenant, args->>'user_announcement_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.user_announcements a where a.tenant_id = tenant and a.id = v_old.id;
  v_done := app.journal_user_announcement('user_announcement.deleted', v_old, null);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.user_announcement_delete is 'Delete an announcement to users';
