create or replace function app.association_types_spread(p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_ids text[] := array(
    select t.id from app.object_types t
    where t.tenant_id = p_tenant and t.has_cascade <> app.cascades_to(p_tenant, t.id));
begin
  update app.object_types t set has_cascade = not t.has_cascade
  where t.tenant_id = p_tenant and t.id = any (v_ids);
end $$;
comment on function app.association_types_spread is
  'Brings object_types.has_cascade up to date with the association types; '
  'call it after every change of them';
