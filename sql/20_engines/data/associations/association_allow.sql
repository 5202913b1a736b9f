create or replace function app.association_allow(p_key app.associations)
returns void
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_object app.objects;
begin
  select * into v_type from app.object_types t
  where t.tenant_id = p_key.tenant_id and t.id = p_key.from_type_id;
  if not app.type_is_guarded(v_type.policies, v_type.user_access) then return; end if;
  select * into v_object from app.objects o
  where o.tenant_id = p_key.tenant_id and o.object_type_id = p_key.from_type_id
    and o.id = p_key.from_id;
  perform app.policy_check(v_type, 'update', array[v_object]);
end $$;
comment on function app.association_allow is
  '403 POLICY_DENIED unless policies let the caller, whom they bind, update the object that an association goes from';
