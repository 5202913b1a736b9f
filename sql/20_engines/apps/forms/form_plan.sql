create or replace function app.form_plan(p_tenant text, p_fields jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_definition jsonb := app.form_definition(p_fields);
  v_plan jsonb := '[]';
  v_done text[] := '{}';
  v_left integer[] := array(select generate_series(0, jsonb_array_length(p_fields) - 1));
  v_ready integer[];
  v_field jsonb;
begin
  for i in 0 .. jsonb_array_length(p_fields) - 1 loop
    v_field := p_fields->i;
    if jsonb_array_length(v_field->'show_if') > 0 then
      perform app.form_shows(p_tenant, v_definition, v_field->'show_if', '{}',
        format('fields[%s].show_if', i));
    end if;
  end loop;
  while cardinality(v_left) > 0 loop
    v_ready := array(
      select n from unnest(v_left) n
      where not exists (
        select 1 from unnest(app.form_names(p_fields->n->'show_if')) asked(name)
        where split_part(asked.name, '.', 1) <> all (v_done)) order by n);
    if v_ready = '{}' then
      perform app.invalid(format('fields[%s].show_if', v_left[1]), 'cyclic',
        'must not depend on the field itself or on a field that depends on it');
    end if;
    select v_plan || json_agg(p_fields->n order by n)::jsonb, v_done || array_agg(p_fields->n->>'name')
    into v_plan, v_done from unnest(v_ready) n;
    v_left := array(select n from unnest(v_left) n where n <> all (v_ready) order by n);
  end loop;
  return v_plan;
end $$;
comment on function app.form_plan is
  'The fields of a form, each after those that its show_if asks for; 400 where it asks for itself, '
  'in however many steps, or for what the form does not have';
