create or replace function app.form_names(p_filters jsonb)
returns text[]
language plpgsql immutable as $$
begin
  if jsonb_typeof(p_filters) = 'array' then
    return array(
      select n from jsonb_array_elements(p_filters) e cross join unnest(app.form_names(e)) n);
  elsif jsonb_typeof(p_filters) <> 'object' then
    return '{}';
  elsif p_filters ?| '{property,field}' then
    return array[coalesce(p_filters->>'property', p_filters->>'field')];
  end if;
  return array(
    select n from jsonb_each(p_filters) e(key, value) cross join unnest(case
      when e.key in ('and', 'or', 'not') then app.form_names(e.value) else array[e.key] end) n);
end $$;
comment on function app.form_names is
  'The fields that a show_if asks for, in any of the forms that filters may take';
