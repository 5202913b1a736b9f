create or replace function app.routes_look(p_stamp text)
returns json
language plpgsql stable as $$
declare
  v_stamp text := (
      select concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', r.id, r.status, r.updated_at), 0)))
      from app.routes r)
    || '/' || (
      select concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', h.host, h.tenant_id), 0)))
      from app.tenant_hosts h);
begin
  if v_stamp = p_stamp then return json_build_object('stamp', v_stamp); end if;
  return json_build_object('stamp', v_stamp,
    'routes', coalesce((
      select json_agg(json_build_array(coalesce(r.hostname, ''), coalesce(r.path_prefix, ''), r.about_tenant))
      from app.routes r where r.status = 'active'), '[]'),
    'domains', coalesce((
      select json_agg(json_build_array(h.host, '', h.tenant_id)) from app.tenant_hosts h), '[]'));
end $$;
comment on function app.routes_look is
  'The hosts and prefixes that lead to tenants: {stamp, routes, domains}, each [host, prefix, tenant], with the routes of the operator and the domains of '
  'tenants; without both while the stamp is p_stamp. The host of BASE_URL is an empty text';
