create or replace function app.objects_again(p_type app.object_types, p_objects app.objects[])
returns app.objects[]
language plpgsql stable as $$
declare v_ids text[] := array(select o.id from unnest(p_objects) o);
begin
  return array(
    select row(o.*)::app.objects as o from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = any (v_ids)
    order by array_position(v_ids, o.id::text));
end $$;
comment on function app.objects_again is
  'Objects that were just written, as automations of the same transaction have left them';
