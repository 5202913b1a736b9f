create or replace function app.objects_lost(
  p_tenant text, p_moment timestamptz, p_types text[], p_ids text[])
returns table (id text, reason text, earliest timestamptz)
language plpgsql stable as $$
declare
  v_since timestamptz := app.journal_open_since(p_moment);
  v_low text := app.event_id_from(v_since);
begin
  return query
    select o.id::text, 'versions', coalesce((
      select min(v.created_at) from app.object_versions v
      where v.tenant_id = p_tenant and v.object_type_id = o.object_type_id and v.object_id = o.id), o.updated_at)
    from app.objects o
    cross join lateral app.object_past(row(o.*)::app.objects, p_moment) p
    where o.tenant_id = p_tenant and o.updated_at > v_since
      and (p_types is null and p_ids is null or o.object_type_id = any (p_types) or o.id = any (p_ids)) and p.is_lost
    union all
    select g.id, 'purged', g.at
    from (
      select j.resource_id as id, max(j.created_at) as at from app.journal j
      where j.tenant_id = p_tenant and j.type = 'object.purged' and j.id >= v_low
        and (p_types is null and p_ids is null or j.object_type_id = any (p_types) or j.resource_id = any (p_ids))
        and exists (select 1 from app.object_types t where t.tenant_id = p_tenant and t.id = j.object_type_id)
      group by j.resource_id offset 0) g
    cross join lateral (
      -- The first that happened to it since.
      select j.type, j.before from app.journal j
      where j.tenant_id = p_tenant collate "ucs_basic" and j.resource_id = g.id and j.resource_type = 'object' and j.id >= v_low
        and j.created_at > v_since and (j.created_at > p_moment or app.journal_goes_on(p_tenant, j.xid, p_moment))
      order by j.created_at, j.id limit 1 offset 0) f
    where f.type <> 'object.created' and f.before->>'is_deleted' is distinct from 'true';
end $$;
comment on function app.objects_lost is
  'The objects of app.objects_past whose state at that moment is not kept any more: `versions` that were removed, or `purged` since; '
  'and from when on it is kept';
