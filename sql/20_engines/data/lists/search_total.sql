create or replace function app.search_total(
  p_type app.object_types, p_filter app.filter, p_rows json[], p_sort text,
  p_is_descending boolean, p_is_first boolean, p_limit integer, p_cap integer)
returns bigint
language plpgsql stable as $$
declare
  v_last text := p_rows[cardinality(p_rows)]->>'id';
  v_range jsonb;
begin
  if p_is_first and cardinality(p_rows) <= p_limit then return cardinality(p_rows); end if;
  if p_filter.condition is null and p_filter.ids is null then
    return (app.object_total(p_type.tenant_id, p_type.id)).live;
  end if;
  if p_is_first and p_sort = 'id' and p_filter.ids is null then
    v_range := app.filter_range(p_filter);
    if not coalesce(v_range ?| array['property', 'creators'], false) then
      -- Rows that the page has read need not be read again.
      v_range := coalesce(v_range, '{}') || case when p_is_descending
        then jsonb_build_object('id_high', v_last) else jsonb_build_object('id_low', v_last) end;
      return cardinality(p_rows) - 1 + (
        select count(*) from (
          select 1 from app.objects_matching(p_type, p_filter, v_range)
          limit p_cap - cardinality(p_rows) + 1) c);
    end if;
  end if;
  return app.filter_count(p_type, p_filter, p_cap);
end $$;
comment on function app.search_total is
  'How many live objects match a planned filter, p_cap at most, of which p_rows are a page in '
  'the order p_sort, the first (p_is_first) or a later one, with one more than its limit';
