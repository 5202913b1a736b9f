create or replace function app.template_fill(p_value jsonb, p_scope jsonb)
returns jsonb
language plpgsql immutable as $$
begin
  if p_value::text not like '%{{%' then return p_value; end if;
  case jsonb_typeof(p_value)
  when 'array' then
    return (
      select json_agg(app.template_fill(e.value, p_scope) order by e.position)::jsonb
      from jsonb_array_elements(p_value) with ordinality e(value, position));
  when 'object' then
    return (
      select json_object_agg(e.key, app.template_fill(e.value, p_scope))::jsonb
      from jsonb_each(p_value) e);
  else
    return app.template_text(p_value #>> '{}', p_scope);
  end case;
end $$;
comment on function app.template_fill is
  'Any JSON with what the templates in its texts stand for, such as {{trigger.data.id}}; names of '
  'members are left as they are. p_scope holds the values, by the first word of a path. Messages '
  '(src/tools/messages/render.ts) and the references of a transaction (src/operations/references.ts) have '
  'languages of their own, and say why';
