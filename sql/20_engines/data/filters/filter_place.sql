create or replace function app.filter_place(p_field jsonb)
returns jsonb
language sql stable as $$
  select case
    when p_field ? 'system' then jsonb_build_object('system', p_field->'system')
    when p_field ? 'steps' then jsonb_build_object('steps', p_field->'steps')
    else jsonb_build_object('name', p_field->'name') end
$$;
comment on function app.filter_place is
  'Where a question of a filter finds its value (app.filter_member, app.object_field)';
