create or replace function app.template_check(p_value jsonb, p_roots text[], p_path text)
returns void
language plpgsql immutable as $$
declare
  v_text text;
  v_template text;
  v_path text;
begin
  for v_text in
    select t #>> '{}' from jsonb_path_query(p_value, 'strict $.** ? (@.type() == "string")') t
    where t::text like '%{{%'
  loop
    if regexp_replace(v_text, '\{\{[^{}]*\}\}', '', 'g') like '%{{%' then
      perform app.invalid(p_path, 'template', 'contains {{ without the closing }}');
    end if;
    for v_template in select m[1] from regexp_matches(v_text, '\{\{([^{}]*)\}\}', 'g') m loop
      v_path := (app.template_parse(v_template))[1];
      if not exists (select 1 from unnest(p_roots) r where starts_with(v_path || '.', r || '.')) then
        perform app.invalid(p_path, 'template', format('{{%s}} is not available here. Available '
          'are: %s.',
          left(v_template, 100), array_to_string(p_roots, ', ')));
      end if;
    end loop;
  end loop;
end $$;
comment on function app.template_check is
  'Refuses with 400 a template that is not well-formed, or whose path does not begin with one of '
  'p_roots';
