create or replace function api.user_announcement_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_binding text := concat_ws('|', 'user_announcement.list', tenant);
  v_before text := app.cursor_before(v_binding, args->>'cursor');
  v_most integer := app.count_most(args, true);
  v_page app.user_announcements[] := array(
    select row(a.*)::app.user_announcements as a from app.user_announcements a
    where a.tenant_id = tenant and a.id < v_before
    order by a.id desc limit v_limit + 1);
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := (
      select count(*) from (
        select 1 from app.user_announcements a where a.tenant_id = tenant limit v_most + 1) c);
  end if;
  return app.paged((
      select json_agg(app.user_announcement_json(a) order by a.id desc)
      from unnest(v_page[:v_limit]) a),
    app.cursor_next(v_binding, cardinality(v_page) > v_limit, v_page[v_limit].id), v_total, v_most);
end $$;
comment on function api.user_announcement_list is 'List announcements to users, newest first';
