create or replace function app.objects_by_value(
  p_type app.object_types, p_filter app.filter, p_sort text, p_is_descending boolean,
  p_after jsonb, p_limit integer)
returns json[]
language plpgsql stable as $$
declare
  v_missing constant text := app.index_text(null);
  v_range jsonb := case when p_filter.ids is null then app.filter_range(p_filter) end;
  v_text text := p_after->>0;
  v_number double precision := p_after->>1;
  v_id text := p_after->>2;
begin
  if p_filter.ids is not null and p_sort = 'id' then
    -- Along the primary key, so that no more is read than the page shows.
    v_id := coalesce(v_id, case when p_is_descending then '~' else '' end);
    if p_is_descending then
      return array(
        select app.object_json(row(o.*)::app.objects) from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
          and o.id = any (p_filter.ids) and o.id < v_id
          and not o.is_deleted and app.filter_holds(p_filter, row(o.*)::app.objects)
        order by o.id desc limit p_limit);
    end if;
    return array(
      select app.object_json(row(o.*)::app.objects) from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
        and o.id = any (p_filter.ids) and o.id > v_id
        and not o.is_deleted and app.filter_holds(p_filter, row(o.*)::app.objects)
      order by o.id limit p_limit);
  end if;
  return array(
    -- Only what the page shows is made json.
    select app.object_json(f.o) from (
      select o from app.objects_matching(p_type, p_filter, v_range) o
        cross join lateral (
          select case when p_sort <> 'id' then app.object_value(o, p_sort) end as value offset 0) v
        cross join lateral (
          select case when p_sort = 'id' then '' else app.index_text(v.value) end collate "C" as t,
            case when p_sort = 'id' then 0 else app.index_number(v.value) end as n offset 0) k
      where p_after is null or case
        when not p_is_descending then (k.t, k.n, o.id) > (v_text, v_number, v_id)
        when v_text = v_missing then k.t = v_missing and o.id < v_id
        else k.t = v_missing or (k.t, k.n, o.id) < (v_text, v_number, v_id) end
      order by k.t = v_missing,
        case when not p_is_descending then k.t end, case when not p_is_descending then k.n end,
        case when not p_is_descending then o.id end,
        k.t desc, k.n desc, o.id desc
      limit p_limit offset 0) f);
end $$;
comment on function app.objects_by_value is
  'A page of live objects in the order of a property or system field, sorted here: for the few '
  'that an index names, or for a property without one, which reads the whole type';
