create or replace function app.tenants_named(p_calls jsonb)
returns json
language plpgsql stable as $$
declare
  v_ids text[] := array(select jsonb_object_keys(p_calls));
  v_tenants app.tenants[] := array(
    select row(t.*)::app.tenants from app.tenants t where t.tenant_id = any (v_ids));
  v_bytes jsonb := (
    select json_object_agg(s.tenant_id, s.bytes)::jsonb from app.storage_usage s
    where s.tenant_id = any (v_ids));
begin
  return (
    select coalesce(json_agg(json_build_object('tenant_id', t.tenant_id, 'name', t.name,
      'plan_tier', t.plan_tier, 'api_calls', app.count_in(p_calls, t.tenant_id),
      'storage_bytes', app.count_in(v_bytes, t.tenant_id))
      order by app.count_in(p_calls, t.tenant_id) desc, t.tenant_id), '[]')
    from unnest(v_tenants) t);
end $$;
comment on function app.tenants_named is
  'Tenants with their calls {<id>: n}, those with the most first';
