create or replace function app.policies_refresh(p_tenant text, p_object_type_id text)
returns app.object_types
language plpgsql volatile as $$
declare
  v_type app.object_types;
  v_policies app.policies[];
begin
  -- Locked first, so that of two changes at once the later one sees what the earlier did.
  select * into v_type from app.object_types t
  where t.tenant_id = p_tenant and t.id = p_object_type_id for no key update;
  v_policies := array(
    select row(p.*)::app.policies as p from app.policies p
    where p.tenant_id = p_tenant and p.object_type_id = p_object_type_id);
  if v_policies = '{}' and v_type.policies is null then return v_type; end if;
  update app.object_types t set policies = app.policies_compile(v_type, v_policies)
  where t.tenant_id = p_tenant and t.id = p_object_type_id returning * into v_type;
  return v_type;
end $$;
comment on function app.policies_refresh is
  'Brings object_types.policies up to date with the policies, the properties, their indexes and '
  'user_access; '
  'call it after every change of them';
