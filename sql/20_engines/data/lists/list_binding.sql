create or replace function app.list_binding(
  p_tenant text, p_type_id text, p_sort text, p_is_descending boolean)
returns text
language sql stable as $$
  select concat_ws('|', 'object.list', p_tenant, p_type_id, p_sort, p_is_descending)
$$;
comment on function app.list_binding is 'The list that a cursor belongs to';
