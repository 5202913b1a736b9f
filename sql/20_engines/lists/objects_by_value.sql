create or replace function app.objects_by_value(
  p_type app.object_types, p_name text, p_is_descending boolean, p_after jsonb, p_limit integer)
returns app.objects[]
language plpgsql stable as $$
declare
  v_missing constant text := app.index_text(null);
  v_text text := p_after->>0;
  v_number double precision := p_after->>1;
  v_id text := p_after->>2;
begin
  if p_is_descending then
    return array(
      select o from app.objects o
        cross join lateral (select app.object_value(o, p_name) as value offset 0) v
        cross join lateral (
          select app.index_text(v.value) collate "C" as t, app.index_number(v.value) as n
          offset 0) k
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and not o.is_deleted
        and (p_after is null
          or case when v_text = v_missing then k.t = v_missing and o.id < v_id
             else k.t = v_missing or (k.t, k.n, o.id) < (v_text, v_number, v_id) end)
      order by k.t = v_missing, k.t desc, k.n desc, o.id desc limit p_limit);
  end if;
  return array(
    select o from app.objects o
      cross join lateral (select app.object_value(o, p_name) as value offset 0) v
      cross join lateral (
        select app.index_text(v.value) collate "C" as t, app.index_number(v.value) as n
        offset 0) k
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and not o.is_deleted
      and (p_after is null or (k.t, k.n, o.id) > (v_text, v_number, v_id))
    order by k.t, k.n, o.id limit p_limit);
end $$;
comment on function app.objects_by_value is
  'A page of live objects in the order of a property or system field that has no index: '
  'reads the whole type';
