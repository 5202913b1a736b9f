create or replace function app.sort_values(p_row json, p_sort text)
returns jsonb
language plpgsql stable as $$
declare v_value jsonb;
begin
  if p_sort = 'id' then return jsonb_build_array('', 0, p_row->>'id'); end if;
  v_value := case when p_sort in ('updated_at', 'created_by', 'version') then p_row->p_sort
    else p_row->'properties'->p_sort end;
  return jsonb_build_array(app.index_text(v_value), app.index_number(v_value), p_row->>'id');
end $$;
comment on function app.sort_values is
  'Where an object (app.object_json) stands in an order, as a cursor keeps it: [text, number, id]; '
  'see app.index_text and app.index_number';
