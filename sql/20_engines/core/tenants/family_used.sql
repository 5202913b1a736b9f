create or replace function app.family_used(
  p_tenant text, p_limit text, p_max bigint, out used bigint, out most bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parent text;
  v_others text[];
begin
  perform app.own_tenant_check(p_tenant);
  used := 0;
  most := p_max;
  select t.parent_tenant_id into v_parent from app.tenants t where t.tenant_id = p_tenant;
  v_others := array(
    select t.tenant_id from app.tenants t
    where t.parent_tenant_id = coalesce(v_parent, p_tenant) and t.tenant_id <> p_tenant and t.status <> 'deleted');
  if v_parent is not null then
    v_others := v_others || v_parent;
    -- The plan of the parent as it is now, and not as it was when the sandbox was made.
    most := least(p_max, app.plan_max(v_parent, p_limit));
  end if;
  if v_others = '{}' then return; end if;
  if p_limit = 'objects' then
    select coalesce(sum(c.live), 0) into used from app.object_counts c where c.tenant_id = any (v_others);
  else
    select coalesce(sum(u.bytes), 0) into used from app.storage_usage u where u.tenant_id = any (v_others);
  end if;
end $$;
comment on function app.family_used is
  'How much of objects or storage_bytes the sandboxes of a tenant use, and of a sandbox its parent and the others: they share one '
  'limit; and the most that they may use together: p_max, or what the parent may if that is less. As its owner: they are tenants of their own';
