create or replace function app.filter_count(
  p_type app.object_types, p_filter app.filter, p_cap integer)
returns integer
language plpgsql stable as $$
declare
  v_ids text[] := p_filter.ids;
  v_range jsonb := case
    when v_ids is null or p_filter.terms->1 is null then app.filter_range(p_filter) end;
begin
  -- Also where app.filter_plan has taken all ids of it: no object is looked at.
  if cardinality(v_ids) > 10 then p_filter.ids := null; end if;
  if app.filter_is_exact(p_filter, v_range) then
    return app.index_count(p_type.tenant_id, v_range->>'property', v_range, p_cap);
  end if;
  p_filter.ids := v_ids;
  return (
    select count(*) from (
      select 1 from app.objects_matching(p_type, p_filter, v_range) limit p_cap) c);
end $$;
comment on function app.filter_count is
  'How many live objects match a planned filter, p_cap at most';
