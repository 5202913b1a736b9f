create or replace function app.associations_lock(
  p_tenant text, p_type_ids text[], p_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  v_ids text[] := array(
    select a.id from app.associations a
    where a.tenant_id = p_tenant and a.from_type_id = any (p_type_ids) and a.from_id = any (p_ids)
    union
    select a.id from app.associations a
    where a.tenant_id = p_tenant and a.to_type_id = any (p_type_ids) and a.to_id = any (p_ids));
begin
  return array(
    select a.id from app.associations a where a.tenant_id = p_tenant and a.id = any (v_ids)
    order by a.id for update);
end $$;
comment on function app.associations_lock is
  'The ids of all associations that objects have, locked in id order. Whoever changes whether an '
  'object is in the trash locks them after that and before it looks at the other ends: '
  'of two at once, the later one sees what the earlier did';
