create or replace function auth.tenants_shown(p_ids text[])
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_objects jsonb := (
    select json_object_agg(c.tenant_id, c.live)::jsonb
    from (select o.tenant_id, sum(o.live) as live from app.object_counts o
      where o.tenant_id = any (p_ids) group by o.tenant_id) c);
  v_users jsonb := (
    select json_object_agg(c.tenant_id, c.count)::jsonb
    from (select u.tenant_id, count(*) from app.users u
      where u.tenant_id = any (p_ids) group by u.tenant_id) c);
  v_hosts jsonb := (
    select json_object_agg(h.tenant_id, h.host)::jsonb from app.tenant_hosts h
    where h.tenant_id = any (p_ids));
  v_tenants app.tenants[] := array(
    select row(t.*)::app.tenants from app.tenants t
    where t.tenant_id = any (p_ids) order by t.tenant_id desc);
begin
  return (
    select json_agg(app.tenant_counted(row(t.*)::app.tenants, v_hosts->>t.tenant_id, json_build_object(
      'objects', coalesce(v_objects->t.tenant_id, '0'), 'users', coalesce(v_users->t.tenant_id, '0'))))
    from unnest(v_tenants) t);
end $$;
comment on function auth.tenants_shown is
  'Tenants with their counts as /admin lists them, newest first. As their owner: row-level security '
  'shows what is in one tenant at a time';
