create or replace function app.integration_unlike(p_said jsonb, p_base jsonb)
returns jsonb
language sql immutable as $$
  select json_object_agg(e.key, e.value)::jsonb from jsonb_each(p_said) e
  where nullif(e.value, 'null') is distinct from nullif(p_base->e.key, 'null')
$$;
comment on function app.integration_unlike is 'Of what a source said the properties that are not so in p_base; null when there are none';
