create or replace function worker.versions_retire(p_tenant text, p_after text, p_limit integer)
returns text
language plpgsql volatile as $$
declare
  v_kept integer;
  v_types text[];
  v_ids text[];
  v_integrations text[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  select (s.governance->>'version_retention')::integer into v_kept
  from app.tenant_settings s where s.tenant_id = p_tenant;
  if v_kept is null then return null; end if;
  select array_agg(n.object_type_id order by n.object_type_id, n.id),
    array_agg(n.id order by n.object_type_id, n.id)
  into v_types, v_ids
  from (
    select o.object_type_id, o.id from app.objects o
    where o.tenant_id = p_tenant
      and (o.object_type_id, o.id) > (split_part(p_after, ' ', 1), split_part(p_after, ' ', 2))
    order by o.object_type_id, o.id limit p_limit) n;
  v_integrations := array(select i.id from app.integrations i where i.tenant_id = p_tenant);
  delete from app.object_versions v
  using unnest(v_types, v_ids) n(type_id, id), app.objects o
  where o.tenant_id = p_tenant and o.object_type_id = n.type_id and o.id = n.id
    and o.version > v_kept + 1
    and v.tenant_id = p_tenant and v.object_type_id = n.type_id and v.object_id = n.id
    and v.version < o.version - v_kept
    and not exists (
      select 1 from app.integration_links l
      where l.tenant_id = p_tenant and l.integration_id = any (v_integrations) and l.object_id = v.object_id
        and l.version = v.version);
  if coalesce(cardinality(v_ids), 0) < p_limit then return null; end if;
  return v_types[p_limit] || ' ' || v_ids[p_limit];
end $$;
comment on function worker.versions_retire is
  'Removes what versions the next p_limit objects have beyond their tenant''s version_retention, '
  'but none that a sync compares with: those after p_after, which is the answer before (empty at first); null when there are no more';
