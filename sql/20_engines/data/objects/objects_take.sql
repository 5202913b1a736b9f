create or replace function app.objects_take(
  p_type app.object_types, p_ids text[], p_is_deleted boolean)
returns app.objects[]
language sql volatile as $$
  select array(
    select row(o.*)::app.objects as o from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = any (p_ids)
      and (p_is_deleted is null or o.is_deleted = p_is_deleted)
    order by o.id for update)
$$;
comment on function app.objects_take is
  'Runs app.objects_lock without a check of rights: for cascades, which policies do not stop';
