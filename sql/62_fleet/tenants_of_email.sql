create or replace function auth.tenants_of_email(p_email text)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_hash bytea := sha256(convert_to(lower(p_email), 'UTF8'));
  v_ids text[] := array(
    select e.tenant_id from app.email_tenants e where e.email_hash = v_hash
    order by e.tenant_id limit 1000);
  v_brands jsonb := (
    select json_object_agg(s.tenant_id, s.branding->'brand_name')::jsonb from app.tenant_settings s
    where s.tenant_id = any (v_ids));
  v_tenants app.tenants[] := array(
    select row(t.*)::app.tenants from app.tenants t
    where t.tenant_id = any (v_ids) and t.status not in ('suspended', 'deleted', 'provisioning')
      -- A copy has the people of its origin, who never asked for it, and its name says what is tried out: those who work in it are
      -- told its address.
      and not t.is_sandbox and (t.cloned_from is null or t.outbound = 'on')
    order by t.tenant_id limit 100);
begin
  return coalesce((
    select json_agg(json_build_object('tenant_id', t.tenant_id,
      'brand_name', coalesce(v_brands->>t.tenant_id, t.name)))
    from unnest(v_tenants) t), '[]');
end $$;
comment on function auth.tenants_of_email is
  'The tenants that a user''s address belongs to, without sandboxes and other copies that send nothing: [{tenant_id, brand_name}], 100 at most. As their '
  'owner: row-level security shows what is in one tenant at a time';
