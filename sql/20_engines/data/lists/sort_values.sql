create or replace function app.sort_values(p_object app.objects, p_sort text)
returns jsonb
language plpgsql stable as $$
declare v_value jsonb;
begin
  if p_sort = 'id' then return jsonb_build_array('', 0, p_object.id); end if;
  v_value := app.object_value(p_object, p_sort);
  return jsonb_build_array(app.index_text(v_value), app.index_number(v_value), p_object.id);
end $$;
comment on function app.sort_values is
  'Where an object stands in an order, as a cursor keeps it: [text, number, id]; '
  'see app.index_text and app.index_number';
