create or replace function app.object_hold(
  p_tenant text, p_type_id text, p_id text, p_is_exclusive boolean)
returns boolean
language plpgsql volatile as $$
begin
  if p_is_exclusive then
    perform from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = p_id
      and not o.is_deleted
    for no key update;
  else
    perform from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = p_id
      and not o.is_deleted
    for key share;
  end if;
  return found;
end $$;
comment on function app.object_hold is
  'Keeps a live object from being changed or deleted until the commit; whether there is one';
