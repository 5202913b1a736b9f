create or replace function app.refusal_within(p_refusal jsonb, p_place text)
returns jsonb
language sql immutable as $$
  select p_refusal
    || jsonb_build_object('param', concat_ws('.', p_place, p_refusal->>'param'))
    || case when jsonb_typeof(p_refusal->'details') = 'array' then jsonb_build_object('details', (
      select json_agg(d.value || jsonb_build_object('path', concat_ws('.', p_place, d.value->>'path')) order by d.position)::jsonb
      from jsonb_array_elements(p_refusal->'details') with ordinality d(value, position)))
      else '{}' end
$$;
comment on function app.refusal_within is
  'Turns a refusal of app.fail about one part of a request into one about the whole: fields are '
  'named from p_place on';
