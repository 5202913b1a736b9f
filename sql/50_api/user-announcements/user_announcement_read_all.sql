create or replace function api.user_announcement_read_all(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_caller jsonb := app.principal();
  v_user_id text := v_caller->>'user_id';
  v_now timestamptz := clock_timestamp();
  v_ids text[] := app.user_announcements_keep(tenant, array(
    select a.id::text from app.user_announcements_shown(tenant, v_caller) a));
  v_updated integer;
begin
  with marked as (
    insert into app.user_announcement_reads (tenant_id, user_id, announcement_id, read_at)
    select tenant, v_user_id, i, v_now from unnest(v_ids) i
    on conflict do nothing returning 1)
  select count(*) into v_updated from marked;
  return json_build_object('updated', v_updated);
end $$;
comment on function api.user_announcement_read_all is 'Mark all current announcements read';
