create or replace function app.objects_matching(
  p_type app.object_types, p_filter app.filter, p_range jsonb)
returns setof app.objects
language sql stable as $$
  -- One of four: by id, along an index, by who made them, through the type.
  select o.* from app.objects o
  where p_filter.ids is not null
    and o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
    and o.id = any (p_filter.ids) and not o.is_deleted
    and app.filter_holds(p_filter, row(o.*)::app.objects)
  union all
  select o.* from (
    select x.object_id from app.object_index x
    where p_filter.ids is null and p_range ? 'property'
      and x.tenant_id = p_type.tenant_id and x.property_id = p_range->>'property'
      and (x.text_value, x.number_value)
        >= (p_range->'low'->>0, (p_range->'low'->>1)::double precision)
      and (x.text_value, x.number_value)
        <= (p_range->'high'->>0, (p_range->'high'->>1)::double precision)
    offset 0) x
  cross join lateral (
    select o.* from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
      and o.id = x.object_id and app.filter_holds(p_filter, row(o.*)::app.objects)
    offset 0) o
  union all
  select o.* from app.objects o
  where p_filter.ids is null and p_range ? 'creators'
    and o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
    and o.created_by = p_range->'creators'->>0
    and not o.is_deleted and app.filter_holds(p_filter, row(o.*)::app.objects)
  union all
  select o.* from app.objects o
  where p_filter.ids is null and (p_range ?| array['property', 'creators']) is not true
    and o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
    -- Not coalesce, which no index takes for a bound under row-level security.
    and o.id >= concat(p_range->>'id_low')
    and o.id <= case when p_range ? 'id_high' then p_range->>'id_high' else '~' end
    and not o.is_deleted and app.filter_holds(p_filter, row(o.*)::app.objects)
$$;
comment on function app.objects_matching is
  'Every live object that matches a filter, in no order, by the way that app.filter_plan and '
  'app.filter_range found';
