create or replace function app.jsonb_map(p_value jsonb)
returns jsonb
language sql immutable as $$
  select case jsonb_typeof(p_value) when 'object' then p_value else '{}' end
$$;
comment on function app.jsonb_map is 'A map as it is, and an empty one for anything else';
