create or replace function app.members_of(p_value jsonb, p_names text[])
returns jsonb
language sql immutable as $$
  select json_object_agg(n, p_value->n)::jsonb from unnest(p_names) n where p_value ? n
$$;
comment on function app.members_of is 'Some members of an object of JSON, by their names; null for none';
