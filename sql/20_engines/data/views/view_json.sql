create or replace function app.view_json(p_view app.views)
returns json
language sql stable as $$
  select json_build_object('id', p_view.id, 'object_type_id', p_view.object_type_id,
    'name', p_view.name, 'filters', p_view.filters, 'sort', p_view.sort,
    'columns', p_view.columns, 'is_default', p_view.is_default,
    'visibility', p_view.visibility, 'created_by', p_view.created_by,
    'created_at', p_view.created_at, 'updated_at', p_view.updated_at)
$$;
comment on function app.view_json is 'A saved view as the API shows it';
