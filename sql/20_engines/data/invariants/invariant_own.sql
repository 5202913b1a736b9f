create or replace function app.invariant_own(
  p_tenant text, p_type app.object_types, p_condition jsonb, p_rule jsonb, p_others text[] default '{}')
returns app.object_types
language plpgsql volatile as $$
declare
  v_type_ids text[] := array[p_type.id::text] || p_others
    || app.invariant_type_ids(p_type.id, app.invariant_compile(p_type, p_condition, p_rule, false));
begin
  perform from app.object_types t where t.tenant_id = p_tenant and t.id = any (v_type_ids) order by t.id for update;
  select * into p_type from app.object_types t where t.tenant_id = p_tenant and t.id = p_type.id;
  if not found then perform app.object_type_missing(p_tenant, p_type.id); end if;
  return p_type;
end $$;
comment on function app.invariant_own is
  'Before a rule comes into force: waits for the writes that hold one of its types and keeps new ones out, in the order of app.association_types_own';
