create or replace function app.associations_lock(
  p_tenant text, p_type_ids text[], p_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  v_ids text[] := array(
    select a.id from unnest(p_type_ids, p_ids) k(type_id, id) cross join lateral (
      select a.id from app.associations a
      where a.tenant_id = p_tenant and a.from_type_id = k.type_id and a.from_id = k.id
      offset 0) a
    union
    select a.id from unnest(p_type_ids, p_ids) k(type_id, id) cross join lateral (
      select a.id from app.associations a
      where a.tenant_id = p_tenant and a.to_type_id = k.type_id and a.to_id = k.id
      offset 0) a
    order by 1);
begin
  return array(
    select a.id from app.associations a
    where a.tenant_id = p_tenant and a.id = any (v_ids) order by a.id for update);
end $$;
comment on function app.associations_lock is
  'The ids of all associations that objects have (p_ids[i] is of type p_type_ids[i]), locked in '
  'id order. Whoever changes whether an '
  'object is in the trash locks them after that and before it looks at the other ends: '
  'of two at once, the later one sees what the earlier did';
