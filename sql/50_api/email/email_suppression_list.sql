create or replace function api.email_suppression_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_binding text := concat_ws('|', 'email_suppression.list', tenant);
  v_after text := coalesce(app.cursor_decode(v_binding, args->>'cursor')->>0, '');
  v_page app.email_suppressions[] := array(
    select row(s.*)::app.email_suppressions from app.email_suppressions s
    where s.tenant_id = tenant and s.address > v_after
    order by s.address limit v_limit + 1);
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := (
      select count(*) from (
        select 1 from app.email_suppressions s where s.tenant_id = tenant limit 10001) c);
  end if;
  return app.paged((
      select json_agg(app.suppression_json(s) order by s.address)
      from unnest(v_page[:v_limit]) s),
    app.cursor_next(v_binding, cardinality(v_page) > v_limit, v_page[v_limit].address),
    v_total, 10000);
end $$;
comment on function api.email_suppression_list is 'List suppressed addresses in alphabetical order';
