create or replace function app.objects_by_id(
  p_tenant text, p_type_id text, p_filter app.filter, p_is_descending boolean, p_after text,
  p_limit integer)
returns json[]
language plpgsql stable as $$
declare
  v_range jsonb := case when p_filter.terms <> '[]' then app.filter_range(p_filter) end;
  v_low text := coalesce(v_range->>'id_low', '');
  v_high text := coalesce(v_range->>'id_high', '~');
  -- A bound that is computed in the statement is no bound of the index: coalesce is not leakproof.
  v_after text := coalesce(p_after, case when p_is_descending then '~' else '' end);
begin
  if p_is_descending then
    return array(
      select app.object_json(row(o.*)::app.objects) from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = p_type_id
        and o.id < v_after and o.id <= v_high and o.id >= v_low
        and not o.is_deleted and app.filter_holds(p_filter, row(o.*)::app.objects)
      order by o.id desc limit p_limit);
  end if;
  return array(
    select app.object_json(row(o.*)::app.objects) from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_type_id
      and o.id > v_after and o.id >= v_low and o.id <= v_high
      and not o.is_deleted and app.filter_holds(p_filter, row(o.*)::app.objects)
    order by o.id limit p_limit);
end $$;
comment on function app.objects_by_id is
  'A page of live objects along the primary key, which is the order of creation';
