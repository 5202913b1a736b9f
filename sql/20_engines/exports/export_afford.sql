create or replace function app.export_afford(
  p_type app.object_types, p_filter app.filter, p_sort text)
returns void
language plpgsql stable as $$
declare v_filter app.filter := app.filter_plan(p_type, p_filter, 1000);
begin
  -- Each page of 1,000 is sorted anew where no index keeps the order.
  perform app.filter_afford(p_type, v_filter, 1,
    app.sort_price(p_type, v_filter, p_sort), p_sort);
end $$;
comment on function app.export_afford is
  '400 FILTER_TOO_EXPENSIVE for an export of which a page alone would take too long';
