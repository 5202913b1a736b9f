create or replace function app.objects_lock_all(p_tenant text, p_type_ids text[], p_ids text[])
returns void
language plpgsql volatile as $$
begin
  perform from app.object_types t
  where t.tenant_id = p_tenant and t.id = any (p_type_ids)
  order by t.id for key share;
  perform from (
    select k.type_id, k.id from unnest(p_type_ids, p_ids) k(type_id, id)
    order by k.type_id collate "C", k.id collate "C" offset 0) k
  cross join lateral (
    select 1 from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = k.type_id and o.id = k.id
    for update) o;
end $$;
comment on function app.objects_lock_all is
  'Holds types, and locks objects (p_ids[i] is of type p_type_ids[i]), each in one order: '
  'objects before their associations, as everybody does';
