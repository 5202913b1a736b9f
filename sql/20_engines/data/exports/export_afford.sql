create or replace function app.export_afford(
  p_type app.object_types, p_filter app.filter, p_sort text)
returns boolean
language plpgsql stable as $$
declare
  v_filter app.filter := app.filter_plan(p_type, p_filter, 1000);
  v_sort_price double precision := app.sort_price(p_type, v_filter, p_sort);
begin
  perform app.filter_afford(p_type, v_filter, 1, v_sort_price, p_sort);
  return v_sort_price = 0 or (app.object_total(p_type.tenant_id, p_type.id)).live <= 5000;
end $$;
comment on function app.export_afford is
  '400 FILTER_TOO_EXPENSIVE for an export of which a page alone would take too long; false where '
  'each page reads a large type again, for no index keeps the order: not while a request waits';
