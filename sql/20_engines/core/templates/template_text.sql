create or replace function app.template_text(
  p_text text, p_scope jsonb, p_is_html boolean default false)
returns jsonb
language plpgsql immutable as $$
declare
  v_between text[] := regexp_split_to_array(p_text, '\{\{[^{}]*\}\}');
  v_paths text[] := array(
    select m[1] from regexp_matches(p_text, '\{\{([^{}]*)\}\}', 'g') m);
  v_value text;
  v_text text := v_between[1];
begin
  if v_between = array['', ''] and not p_is_html then
    return app.template_value(v_paths[1], p_scope);
  end if;
  for i in 1..cardinality(v_paths) loop
    v_value := coalesce(app.template_value(v_paths[i], p_scope) #>> '{}', '');
    if p_is_html then perform app.template_address_check(v_text, v_value, v_paths[i]); end if;
    v_text := v_text || case when p_is_html then app.html_escape(v_value) else v_value end
      || v_between[i + 1];
    if length(v_text) > 262144 then
      perform app.fail(400, 'VALIDATION_ERROR',
        'A text exceeds 262,144 characters once its templates are filled in. Use shorter values.');
    end if;
  end loop;
  return to_jsonb(v_text);
end $$;
comment on function app.template_text is
  'Fills in the templates of a text. One alone keeps the type of its value; among other words it '
  'is put in as text, an object or list as JSON, null as nothing. A value is never read as a '
  'template again; in HTML it is escaped';
