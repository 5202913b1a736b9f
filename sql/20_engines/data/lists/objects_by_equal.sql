create or replace function app.objects_by_equal(
  p_tenant text, p_type_id text, p_filter app.filter, p_term jsonb, p_is_descending boolean,
  p_after text, p_limit integer)
returns json[]
language plpgsql stable as $$
declare
  v_property text := p_term->>'property';
  v_text text := p_term->'key'->>0;
  v_number double precision := p_term->'key'->>1;
  v_after text := coalesce(p_after, case when p_is_descending then '~' else '' end);
begin
  if p_is_descending then
    return array(
      select found.row from (
        select x.object_id from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = v_property
          and x.text_value = v_text and x.number_value = v_number
          and x.object_id < v_after
        order by x.object_id desc offset 0) x
      cross join lateral (
        select app.object_json(row(o.*)::app.objects) as row from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = p_type_id
          and o.id = x.object_id and app.filter_holds(p_filter, row(o.*)::app.objects)
        offset 0) found
      limit p_limit);
  end if;
  return array(
    select found.row from (
      select x.object_id from app.object_index x
      where x.tenant_id = p_tenant and x.property_id = v_property
        and x.text_value = v_text and x.number_value = v_number
        and x.object_id > v_after
      order by x.object_id offset 0) x
    cross join lateral (
      select app.object_json(row(o.*)::app.objects) as row from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = p_type_id
        and o.id = x.object_id and app.filter_holds(p_filter, row(o.*)::app.objects)
      offset 0) found
    limit p_limit);
end $$;
comment on function app.objects_by_equal is
  'A page of live objects with one value of an indexed property, in the order of creation: that is '
  'how the index keeps them';
