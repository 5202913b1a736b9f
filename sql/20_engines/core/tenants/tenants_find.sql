create or replace function app.tenants_find(
  p_status text, p_plan text, p_search text, p_ids text[], p_limit integer)
returns text[]
language plpgsql stable as $$
declare v_part text := app.like_part(p_search);
begin
  if p_ids is not null then
    return array(
      select t.tenant_id from app.tenants t
      where t.tenant_id = any (p_ids)
        and app.tenant_matches(row(t.*)::app.tenants, p_status, p_plan, p_search, v_part)
      order by t.tenant_id desc limit p_limit);
  elsif p_status is not null then
    return array(
      select t.tenant_id from app.tenants t
      where t.status = p_status
        and app.tenant_matches(row(t.*)::app.tenants, p_status, p_plan, p_search, v_part)
      order by t.tenant_id desc limit p_limit);
  elsif p_plan is not null then
    return array(
      select t.tenant_id from app.tenants t
      where t.plan_tier = p_plan
        and app.tenant_matches(row(t.*)::app.tenants, p_status, p_plan, p_search, v_part)
      -- Most have the same plan, so the primary key would seem as good, were it in this collation.
      order by t.tenant_id collate "ucs_basic" desc limit p_limit);
  end if;
  return array(
    select t.tenant_id from app.tenants t
    where app.tenant_matches(row(t.*)::app.tenants, p_status, p_plan, p_search, v_part)
    order by t.tenant_id desc limit p_limit);
end $$;
comment on function app.tenants_find is
  'The ids of up to p_limit tenants, newest first, by state, plan, and a text in name, slug or the '
  'owner''s address, or an id (among p_ids, where an index has found them); null is any, except that '
  'deleted ones are asked for by their state';
