create or replace function app.match_hash(p_properties jsonb, p_names text[])
returns text
language sql immutable as $$
  select jsonb_hash(jsonb_build_array(
    p_properties->p_names[1], p_properties->p_names[2], p_properties->p_names[3]))::text
$$;
comment on function app.match_hash is
  'A hash that objects with equal values of some properties share (it takes the first three)';
