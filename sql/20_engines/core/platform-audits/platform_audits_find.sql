create or replace function app.platform_audits_find(args jsonb, p_most integer)
returns text[]
language plpgsql stable as $$
declare
  v_low text := app.event_id_from((args->>'since')::timestamptz);
  v_high text := app.event_id_to(coalesce((args->>'until')::timestamptz, 'infinity'));
begin
  -- One statement for each index, as of the books. BETWEEN, because for one value PostgreSQL drops it from the order, and then
  -- may read all of another index by id when it thinks that the value is frequent.
  if args ? 'tenant_id' then
    return array(
      select a.id from app.platform_audits a
      where a.about_tenant between args->>'tenant_id' and args->>'tenant_id' and a.id >= v_low and a.id < v_high
        and app.platform_audit_matches(row(a.*)::app.platform_audits, args)
      order by a.about_tenant desc, a.id desc limit p_most);
  elsif args ? 'actor' then
    return array(
      select a.id from app.platform_audits a
      where a.actor_id between args->>'actor' and args->>'actor' and a.id >= v_low and a.id < v_high
        and app.platform_audit_matches(row(a.*)::app.platform_audits, args)
      order by a.actor_id desc, a.id desc limit p_most);
  elsif args ? 'resource_id' then
    return array(
      select a.id from app.platform_audits a
      where a.resource_id between args->>'resource_id' and args->>'resource_id' and a.id >= v_low and a.id < v_high
        and app.platform_audit_matches(row(a.*)::app.platform_audits, args)
      order by a.resource_id desc, a.id desc limit p_most);
  elsif args->>'action' like '%.*' then
    return array(
      select l.id
      from app.platform_audit_actions(left(args->>'action', -2)) n cross join lateral (
        select a.id from app.platform_audits a
        where a.action between n.action and n.action and a.id >= v_low and a.id < v_high
          and app.platform_audit_matches(row(a.*)::app.platform_audits, args)
        order by a.action desc, a.id desc limit p_most) l
      order by l.id desc limit p_most);
  elsif args->>'action' <> '*' then
    return array(
      select a.id from app.platform_audits a
      where a.action between args->>'action' and args->>'action' and a.id >= v_low and a.id < v_high
        and app.platform_audit_matches(row(a.*)::app.platform_audits, args)
      order by a.action desc, a.id desc limit p_most);
  end if;
  return array(
    select a.id from app.platform_audits a
    where a.id >= v_low and a.id < v_high
      and app.platform_audit_matches(row(a.*)::app.platform_audits, args)
    order by a.id desc limit p_most);
end $$;
comment on function app.platform_audits_find is
  'Ids of rows of the operator''s audit log {action, actor, tenant_id, resource_id, since, until}, the newest first, '
  'up to p_most';
