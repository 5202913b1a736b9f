create or replace function app.integration_transform(p_integration app.integrations, p_page jsonb)
returns jsonb
language plpgsql immutable as $$
declare
  v_items jsonb[] := array(
    select i from jsonb_array_elements(p_integration.mapping) i where i->>'transform' is not null);
  v_rows jsonb[] := '{}';
  v_numbers jsonb[] := '{}';
  v_times jsonb[] := '{}';
  v_errors jsonb[] := '{}';
  v_row jsonb;
  v_record jsonb;
  v_number jsonb;
  v_time jsonb;
  v_item jsonb;
  v_message text;
begin
  if v_items = '{}' then return p_page; end if;
  for v_row, v_record, v_number, v_time in
    select r.item, p_page->'records'->(r.n - 1)::integer, p_page->'numbers'->(r.n - 1)::integer,
      p_page->'times'->(r.n - 1)::integer
    from jsonb_array_elements(p_page->'rows') with ordinality r(item, n) order by r.n
  loop
    begin
      foreach v_item in array v_items loop
        v_row := v_row || jsonb_build_object(v_item->>'to', app.template_text(v_item->>'transform',
          jsonb_build_object('value', coalesce(v_row->(v_item->>'to'), 'null'), 'record', v_record)));
      end loop;
      v_rows := v_rows || v_row;
      v_numbers := v_numbers || v_number;
      v_times := v_times || v_time;
    exception when sqlstate 'PT400' then
      get stacked diagnostics v_message = message_text;
      v_errors := v_errors || jsonb_build_object('row', v_number, 'property', v_item->>'to', 'code', 'transform',
        'message', v_message);
    end;
  end loop;
  return p_page || jsonb_build_object('rows', to_jsonb(v_rows), 'numbers', to_jsonb(v_numbers), 'times', to_jsonb(v_times),
    'rejected', jsonb_build_object('count', (p_page->'rejected'->>'count')::integer + cardinality(v_errors),
      'errors', (p_page->'rejected'->'errors') || to_jsonb(v_errors[:100])));
end $$;
comment on function app.integration_transform is
  'The records of a page {rows, records, numbers, times, rejected} with the transforms of the mapping; those that cannot be are '
  'rejected, with the reason';
