create or replace function app.template_value(p_template text, p_scope jsonb)
returns jsonb
language plpgsql immutable as $$
declare
  v_parts text[] := app.template_parse(p_template);
  v_value jsonb := p_scope #> string_to_array(v_parts[1], '.');
begin
  if v_value is not null and (v_value <> 'null' or v_parts[2] is null) then
    return app.template_filtered(v_value, v_parts[3]);
  end if;
  if v_parts[2] is not null then return v_parts[2]::jsonb; end if;
  perform app.fail(400, 'VALIDATION_ERROR', format(
    'There is no %s. If it may be missing, give it a default: {{%s | default: ""}}.',
    v_parts[1], v_parts[1]));
end $$;
comment on function app.template_value is
  'Returns the value at the path of a template, or its default where there is none or null; '
  'without either it fails and names the path';
