create or replace function app.jsonb_pick(p_map jsonb, p_names text[])
returns jsonb
language sql immutable as $$
  select coalesce(json_object_agg(m.key, m.value)::jsonb, '{}')
  from jsonb_each(p_map) m where m.key = any (p_names)
$$;
comment on function app.jsonb_pick is 'The named entries of a map';
