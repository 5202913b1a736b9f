create or replace function app.role_renamed_in(p_value jsonb, p_field text, p_old text, p_new text)
returns jsonb
language sql immutable as $$
  select case jsonb_typeof(p_value)
    when 'array' then coalesce((
      select json_agg(app.role_renamed(e.part, p_field, p_old, p_new) order by e.n)::jsonb
      from jsonb_array_elements(p_value) with ordinality e(part, n)), '[]')
    else coalesce((
      select json_object_agg(e.key, app.role_renamed(e.value, p_field, p_old, p_new))::jsonb
      from jsonb_each(p_value) e), '{}') end
$$;
comment on function app.role_renamed_in is
  'A list or a map of states or transitions of a workflow, with a new name of a role in one of their fields';
