create or replace function app.integration_link(
  p_integration app.integrations, p_ids text[], p_versions integer[], p_seen jsonb[])
returns void
language plpgsql volatile as $$
begin
  insert into app.integration_links (tenant_id, integration_id, object_id, version, seen)
  select o.tenant_id, p_integration.id, o.id, s.version, s.seen
  from (
    select distinct on (u.id) u.id, u.version, u.seen
    from unnest(p_ids, p_versions, p_seen) with ordinality u(id, version, seen, n) order by u.id, u.n desc) i
  join app.objects o on o.tenant_id = p_integration.tenant_id and o.object_type_id = p_integration.object_type_id and o.id = i.id
  -- Changes that automations have made to an object in the same transaction do not come from the
  -- source either.
  cross join lateral (
    select coalesce(i.version, o.version) as version,
      case when i.version is null then app.integration_unlike(i.seen, o.properties) else i.seen end as seen) s
  left join app.integration_links l on l.tenant_id = o.tenant_id and l.integration_id = p_integration.id and l.object_id = o.id
  where (l.version, l.seen) is distinct from (s.version, s.seen)
  on conflict (tenant_id, integration_id, object_id) do update set version = excluded.version, seen = excluded.seen;
end $$;
comment on function app.integration_link is
  'Notes of objects which version both sides have (null: as they are now) and what the source says instead: what came from there, or was '
  'sent there, is not sent again. Writes only what it did not know';
