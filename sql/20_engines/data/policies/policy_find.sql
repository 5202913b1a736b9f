create or replace function app.policy_find(p_type app.object_types, p_reference text)
returns app.policies
language plpgsql stable as $$
declare v_policy app.policies;
begin
  select * into v_policy from app.policies p
  where p.tenant_id = p_type.tenant_id and p.object_type_id = p_type.id and p.id = p_reference;
  if not found then perform app.not_found('policy', p_reference); end if;
  return v_policy;
end $$;
comment on function app.policy_find is 'A policy of a type by id; 404 when there is none';
