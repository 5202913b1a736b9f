create or replace function app.filter_count(
  p_type app.object_types, p_filter app.filter, p_cap integer)
returns integer
language plpgsql stable as $$
declare v_range jsonb := case when p_filter.ids is null then app.filter_range(p_filter) end;
begin
  if app.filter_is_exact(p_filter, v_range) then
    return app.index_count(p_type.tenant_id, v_range->>'property', v_range, p_cap);
  end if;
  return (
    select count(*) from (
      select 1 from app.objects_matching(p_type, p_filter, v_range) limit p_cap) c);
end $$;
comment on function app.filter_count is
  'How many live objects match a planned filter, p_cap at most';
