create or replace function app.objects_lock_all(p_tenant text, p_type_ids text[], p_ids text[])
returns void
language plpgsql volatile as $$
declare
  v_type_id text;
  v_ids text[];
begin
  perform from app.object_types t
  where t.tenant_id = p_tenant and t.id = any (p_type_ids)
  order by t.id for key share;
  for v_type_id in select distinct t collate "C" from unnest(p_type_ids) t order by 1 loop
    v_ids := array(
      select k.id from unnest(p_type_ids, p_ids) k(type_id, id) where k.type_id = v_type_id);
    perform from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = v_type_id and o.id = any (v_ids)
    order by o.id for update;
  end loop;
end $$;
comment on function app.objects_lock_all is
  'Locks types, and objects (p_ids[i] is of type p_type_ids[i]), each in one order: objects '
  'before their associations, as everywhere';
