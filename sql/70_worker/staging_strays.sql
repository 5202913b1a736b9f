create or replace function worker.staging_strays(p_tenant text)
returns text
language plpgsql volatile as $$
declare
  v_found text;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  -- References without a foreign key, because writes would pay for it. Nothing is written here, so no feed waits.
  v_found := (
    select format('object %s is of the type %s, which is not there', o.id, o.object_type_id) from app.objects o
    where o.tenant_id = p_tenant and not exists (
      select 1 from app.object_types t where t.tenant_id = p_tenant and t.id = o.object_type_id) limit 1);
  if v_found is not null then return v_found; end if;
  v_found := (
    select format('object %s, of which there is a version, is not there', v.object_id) from app.object_versions v
    where v.tenant_id = p_tenant and not exists (
      select 1 from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = v.object_type_id and o.id = v.object_id) limit 1);
  if v_found is not null then return v_found; end if;
  return (
    select format('an association goes from %s to %s, and not both are there', a.from_id, a.to_id) from app.associations a
    where a.tenant_id = p_tenant and (not exists (
        select 1 from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = a.from_type_id and o.id = a.from_id)
      or not exists (
        select 1 from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = a.to_type_id and o.id = a.to_id)) limit 1);
end $$;
comment on function worker.staging_strays is
  'The first row of a tenant that is being loaded that refers to nothing, in words; null if all rows refer to something';
