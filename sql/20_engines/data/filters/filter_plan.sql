create or replace function app.filter_plan(
  p_type app.object_types, p_filter app.filter, p_cap integer)
returns app.filter
language plpgsql stable as $$
declare
  v_term jsonb;
  v_ids text[];
begin
  for v_term in
    select t from jsonb_array_elements(p_filter.terms) t
    order by case when t ? 'ids' then 0 when jsonb_typeof(t->'unique') = 'boolean' then 1
      when t ?| array['key', 'keys', 'creators'] then 2
      when t ? 'association' then 3 when t ? 'words' then 4 else 5 end
  loop
    v_ids := app.filter_term_ids(p_type, v_term, p_cap);
    if cardinality(v_ids) <= coalesce(cardinality(p_filter.ids), p_cap) then
      p_filter.ids := v_ids;
    end if;
    exit when cardinality(p_filter.ids) <= 50;
  end loop;
  return p_filter;
end $$;
comment on function app.filter_plan is
  'Chooses how a filter is read: when an index names no more than p_cap objects that can match, '
  'these become filter.ids; else it stays null and a walk along an index tests what it meets';
