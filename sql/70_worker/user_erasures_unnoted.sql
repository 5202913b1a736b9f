create or replace function worker.user_erasures_unnoted(p_tenant text, p_limit integer)
returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('tenant_id', e.tenant_id, 'user_id', e.user_id,
    'at', app.utc(e.requested_at))), '[]')
  from (
    select d.tenant_id, d.user_id, d.requested_at from app.user_erasures d
    where d.noted_at is null and (p_tenant is null or d.tenant_id = p_tenant)
    order by d.requested_at limit p_limit) e
$$;
comment on function worker.user_erasures_unnoted is
  'Up to p_limit erasures of users, of all tenants or one, which BACKUP_TO does not know yet: {tenant_id, user_id, at}';
