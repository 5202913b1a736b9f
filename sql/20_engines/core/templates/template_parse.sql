create or replace function app.template_parse(p_template text)
returns text[]
language plpgsql immutable as $$
declare
  v_parts text[] := regexp_match(p_template,
    '^\s*([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)((?:\s*\|\s*(?:lower|upper|trim|number))*)\s*(?:\|\s*default:\s*(\S|\S.*\S)\s*)?$');
  v_quoted text;
begin
  if v_parts is null then
    perform app.fail(400, 'VALIDATION_ERROR', format('{{%s}} is not a valid template. Write a '
      'path, optionally with filters (lower, upper, trim, number) and a default: '
      '{{trigger.data.name | lower | default: "nobody"}}.', left(p_template, 100)));
  end if;
  v_parts := array[v_parts[1], v_parts[3], v_parts[2]];
  if v_parts[2] is not null and not v_parts[2] is json scalar then
    v_quoted := (regexp_match(v_parts[2], '^''([^'']*)''$'))[1];
    if v_quoted is null then
      perform app.fail(400, 'VALIDATION_ERROR', format('The default of {{%s}} must be a quoted '
        'string, a number, true, false or null.', left(p_template, 100)));
    end if;
    v_parts[2] := to_json(v_quoted);
  elsif v_parts[2] ~ '^-?[0-9]' and not (
    case when pg_input_is_valid(v_parts[2], 'jsonb') then app.is_exact(v_parts[2]::jsonb)
      else false end) then
    perform app.fail(400, 'VALIDATION_ERROR', format('The default of {{%s}} has more digits than a '
      'number can hold. Round it, or put it in quotes.', left(p_template, 100)));
  end if;
  return v_parts;
end $$;
comment on function app.template_parse is
  'Returns the path of a template, its default as JSON, null when it has none, and its filters';
