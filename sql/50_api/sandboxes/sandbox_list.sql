create or replace function api.sandbox_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_binding text := concat_ws('|', 'sandbox.list', tenant);
  v_before text := app.cursor_before(v_binding, args->>'cursor');
  v_most integer := app.count_most(args, true);
  v_page app.sandboxes[] := array(
    select row(s.*)::app.sandboxes as s from app.sandboxes s
    where s.tenant_id = tenant and s.id < v_before
    order by s.id desc limit v_limit + 1);
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := (
      select count(*) from (
        select 1 from app.sandboxes s where s.tenant_id = tenant limit v_most + 1) c);
  end if;
  return app.paged((
      select json_agg(app.sandbox_json(s) order by s.id desc) from unnest(v_page[:v_limit]) s),
    app.cursor_next(v_binding, cardinality(v_page) > v_limit, v_page[v_limit].id), v_total, v_most);
end $$;
comment on function api.sandbox_list is 'List sandboxes, newest first';
