create or replace function api.notification_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_user_id text := app.principal()->>'user_id';
  v_limit integer := args->>'limit';
  v_is_unread boolean := coalesce((args->>'unread')::boolean, false);
  v_binding text := concat_ws('|', 'notification.list', tenant, v_user_id, v_is_unread);
  v_before text := app.cursor_before(v_binding, args->>'cursor');
  v_is_counted boolean := args->>'count' is distinct from 'none';
  v_page app.notifications[];
  v_total bigint;
begin
  if v_is_unread then
    v_page := array(
      select row(n.*)::app.notifications as n from app.notifications n
      where n.tenant_id = tenant and n.user_id = v_user_id and not n.is_read and n.id < v_before
      order by n.id desc limit v_limit + 1);
    if v_is_counted then
      v_total := (
        select count(*) from (
          select 1 from app.notifications n
          where n.tenant_id = tenant and n.user_id = v_user_id and not n.is_read
          limit 10001) c);
    end if;
  else
    v_page := array(
      select row(n.*)::app.notifications as n from app.notifications n
      where n.tenant_id = tenant and n.user_id = v_user_id and n.id < v_before
      order by n.id desc limit v_limit + 1);
    if v_is_counted then
      v_total := (
        select count(*) from (
          select 1 from app.notifications n
          where n.tenant_id = tenant and n.user_id = v_user_id
          limit 10001) c);
    end if;
  end if;
  return app.paged((
      select json_agg(app.notification_json(n) order by n.id desc) from unnest(v_page[:v_limit]) n),
    app.cursor_next(v_binding, cardinality(v_page) > v_limit, v_page[v_limit].id),
    v_total, 10000);
end $$;
comment on function api.notification_list is 'List your notifications, newest first';
