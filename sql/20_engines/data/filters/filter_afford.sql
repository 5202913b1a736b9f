create or replace function app.filter_afford(
  p_type app.object_types, p_filter app.filter, p_times integer default 1,
  p_more double precision default 0, p_sort text default null)
returns void
language plpgsql stable as $$
declare
  v_most constant double precision := 1500000;  -- microseconds
  v_rows bigint := cardinality(p_filter.ids);
  v_each double precision;
begin
  if p_filter.asked is null and p_more = 0 then return; end if;
  v_rows := coalesce(v_rows, (app.object_total(p_type.tenant_id, p_type.id)).live);
  v_each := p_times * coalesce(app.filter_price(p_filter), 0.9) + p_more;
  if v_rows > 500 then
    v_each := v_each + p_times * app.filter_price_of_texts(p_type, p_filter);
  end if;
  if v_rows * v_each <= v_most then return; end if;
  if p_filter.ids is null and p_filter.terms <> '[]' then
    v_rows := app.filter_range_count(p_type, p_filter, v_rows, (v_most / v_each)::integer + 1);
    if v_rows * v_each <= v_most then return; end if;
  end if;
  perform app.filter_refuse(p_type, p_filter, v_rows, p_sort);
end $$;
comment on function app.filter_afford is
  '400 FILTER_TOO_EXPENSIVE when a planned filter would take more than 1.5 seconds: its price per '
  'object, p_times (each is read so often), and p_more per object for what is done with those '
  'that match, times the objects that no index leaves out';
