create or replace function auth.errors_shown(p_tenant text, p_limit integer, p_offset integer)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_found bigint;
  v_rows json;
begin
  if p_tenant is not null then
    v_found := (select count(*) from (
      select 1 from app.error_groups g where g.tenant_id = p_tenant limit 10001) c);
    v_rows := (
      select json_agg(app.error_shown(row(g.*)::app.error_groups) order by g.listed_at desc, g.id desc)
      from (select * from app.error_groups g where g.tenant_id = p_tenant
            order by g.listed_at desc, g.id desc limit p_limit offset p_offset) g);
  else
    v_found := (select count(*) from (select 1 from app.error_groups g limit 10001) c);
    v_rows := (
      select json_agg(app.error_shown(row(g.*)::app.error_groups) order by g.listed_at desc, g.id desc)
      from (select * from app.error_groups g
            order by g.listed_at desc, g.id desc limit p_limit offset p_offset) g);
  end if;
  return app.listed_as('errors', v_rows, v_found);
end $$;
comment on function auth.errors_shown is
  'Errors that the applications of all tenants, or of one, have reported. As their owner: row-level security shows what is in '
  'one tenant at a time';
