create or replace function auth.diffs_shown(
  p_tenant text, p_status text, p_limit integer, p_offset integer)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_found bigint := (select count(*) from (
    select 1 from app.diffs d
    where (p_tenant is null or d.tenant_id = p_tenant) and (p_status is null or d.status = p_status)
    limit 10001) c);
begin
  return app.listed_as('diffs', (
    select json_agg(app.diff_json(row(d.*)::app.diffs) order by d.id desc)
    from (
      select * from app.diffs d
      where (p_tenant is null or d.tenant_id = p_tenant) and (p_status is null or d.status = p_status)
      order by d.id desc limit p_limit offset p_offset) d), v_found);
end $$;
comment on function auth.diffs_shown is
  'Comparisons of all tenants, or of one, newest first. As their owner: row-level security shows what is in one tenant at a time';
