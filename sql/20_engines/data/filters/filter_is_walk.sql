create or replace function app.filter_is_walk(
  p_type app.object_types, p_filter app.filter, p_sort text)
returns boolean
language sql stable as $$
  select p_filter.terms->1 is null and case
    when p_filter.terms->0 ? 'low' then
      p_filter.terms->0->>'property' = p_type.definition->p_sort->>'id'
    else p_sort = 'id' and (p_filter.terms->0 ?| array['key', 'id_low']
        or jsonb_array_length(p_filter.terms->0->'creators') = 1) end
$$;
comment on function app.filter_is_walk is
  'Whether there is nothing to choose: the one condition that an index serves is along the order '
  'that is asked for, so a walk meets nothing but matches';
