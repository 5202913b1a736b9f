create or replace function app.objects_lock_all(p_tenant text, p_type_ids text[], p_ids text[])
returns void
language plpgsql volatile as $$
begin
  perform from app.object_types t
  where t.tenant_id = p_tenant and t.id = any (p_type_ids)
  order by t.id for key share;
  perform from app.objects o
  where o.tenant_id = p_tenant and o.object_type_id = any (p_type_ids) and o.id = any (p_ids)
  order by o.object_type_id, o.id for update;
end $$;
comment on function app.objects_lock_all is
  'Holds types, and locks objects of them, each in one order: '
  'objects before their associations, as everybody does';
