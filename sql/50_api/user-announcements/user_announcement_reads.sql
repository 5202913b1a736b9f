create or replace function api.user_announcement_reads(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_id text := (app.user_announcement_find(tenant, args->>'user_announcement_id')).id;
  v_limit integer := args->>'limit';
  v_binding text := concat_ws('|', 'user_announcement.reads', tenant, v_id);
  v_before text := app.cursor_before(v_binding, args->>'cursor');
  v_most integer := app.count_most(args, true);
  v_page app.user_announcement_reads[] := array(
    select row(r.*)::app.user_announcement_reads as r from app.user_announcement_reads r
    where r.tenant_id = tenant and r.announcement_id = v_id and r.user_id < v_before
    order by r.user_id desc limit v_limit + 1);
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := (
      select count(*) from (
        select 1 from app.user_announcement_reads r
        where r.tenant_id = tenant and r.announcement_id = v_id limit v_most + 1) c);
  end if;
  return app.paged((
      select json_agg(json_build_object('user_id', r.user_id, 'read_at', r.read_at) order by r.user_id desc)
      from unnest(v_page[:v_limit]) r),
    app.cursor_next(v_binding, cardinality(v_page) > v_limit, v_page[v_limit].user_id), v_total, v_most);
end $$;
comment on function api.user_announcement_reads is 'List readers of an announcement, newest users first';
