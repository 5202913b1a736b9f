create or replace function app.objects_page(
  p_type app.object_types, p_filter app.filter, p_sort text, p_is_descending boolean,
  p_after jsonb, p_limit integer)
returns json[]
language plpgsql stable as $$
declare v_property text;
begin
  if p_filter.ids is not null then
    return app.objects_by_value(p_type, p_filter, p_sort, p_is_descending, p_after, p_limit);
  elsif p_sort = 'id' then
    if p_filter.terms->0 ? 'key' then
      return app.objects_by_equal(p_type.tenant_id, p_type.id, p_filter, p_filter.terms->0,
        p_is_descending, p_after->>2, p_limit);
    elsif jsonb_array_length(p_filter.terms->0->'creators') = 1 then
      return app.objects_by_creator(p_type, p_filter, p_filter.terms->0->'creators'->>0,
        p_is_descending, p_after->>2, p_limit);
    end if;
    return app.objects_by_id(p_type.tenant_id, p_type.id, p_filter, p_is_descending, p_after->>2,
      p_limit);
  elsif p_type.definition->p_sort ? 'ready' then
    v_property := p_type.definition->p_sort->>'id';
    return app.objects_by_index(p_type.tenant_id, p_type.id, p_filter, v_property,
      case when p_filter.terms <> '[]' then app.filter_range(p_filter, v_property) end,
      p_is_descending, p_after, p_limit);
  end if;
  return app.objects_by_value(p_type, p_filter, p_sort, p_is_descending, p_after, p_limit);
end $$;
comment on function app.objects_page is
  'A page of live objects that match a planned filter, as the API shows them, in the order of '
  'p_sort (of app.sort_check) after the sort values p_after (of app.sort_values)';
