create or replace function app.form_values(p_form app.forms, p_data jsonb, p_is_text boolean)
returns jsonb
language plpgsql volatile as $$
declare
  v_values jsonb := '{}';
  v_problems jsonb[] := '{}';
  v_definition jsonb := case when p_form.plan @? '$[*].show_if[*]'
    then app.form_definition(p_form.fields) end;
  v_field jsonb;
  v_name text;
  v_given jsonb;
  v_result record;
begin
  v_problems := array(
    select app.form_problem(left(u.k, 100), 'unknown_field', 'is not a field of this form'
      || case when u.n <= 3
        then app.nearest_hint(u.k, array(select f->>'name' from jsonb_array_elements(p_form.fields) f))
        else '' end)
    from (
      select k, row_number() over () as n from jsonb_object_keys(p_data) k
      where not p_form.fields @> jsonb_build_array(jsonb_build_object('name', k)) limit 20) u);
  for v_field in select jsonb_array_elements(p_form.plan) loop
    v_name := v_field->>'name';
    continue when v_field->>'type' = 'section'
      or v_field->'show_if' <> '[]' and not app.form_shows(
        p_form.tenant_id, v_definition, v_field->'show_if', v_values, v_name);
    v_given := case when p_data ? v_name then p_data->v_name else v_field->'default' end;
    -- A browser sends nothing of a box that is not ticked.
    if p_is_text and not p_data ? v_name and v_field->>'type' in ('checkbox', 'boolean') then
      v_given := null;
    end if;
    if v_given is null or v_given in ('null', '""', '[]')
      or v_field @> '{"required": true}' and jsonb_typeof(v_given) = 'string'
        and app.is_blank(v_given #>> '{}')
      or v_given = 'false' and v_field->>'type' = 'checkbox' and v_field @> '{"required": true}' then
      if v_field @> '{"required": true}' then
        v_problems := v_problems || app.form_problem(v_name, 'required', 'is required');
      end if;
      continue;
    end if;
    v_result := app.form_value(p_form.tenant_id, v_field, v_given, p_is_text);
    if v_result.problem is null then
      v_values := v_values || jsonb_build_object(v_name, v_result.value);
    else
      v_problems := v_problems || v_result.problem;
    end if;
  end loop;
  if v_problems <> '{}' then perform app.form_fail(v_problems); end if;
  return v_values;
end $$;
comment on function app.form_values is
  'Returns the submitted values in normal form, without the fields that its show_if hide; 400 '
  'names every invalid field';
