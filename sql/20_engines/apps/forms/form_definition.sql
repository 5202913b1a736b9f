create or replace function app.form_definition(p_fields jsonb)
returns jsonb
language sql immutable as $$
  select coalesce(json_object_agg(f->>'name', jsonb_build_object('type', case
      when f->>'type' in ('select', 'file', 'hidden', 'enum') then 'string'
      when f->>'type' <> 'checkbox' then f->>'type'
      when f->'options' = '[]' then 'boolean' else 'array' end))::jsonb, '{}')
  from jsonb_array_elements(p_fields) f where f->>'type' <> 'section'
$$;
comment on function app.form_definition is
  'The fields of a form as app.object_types.definition says properties: what show_if is compiled against';
