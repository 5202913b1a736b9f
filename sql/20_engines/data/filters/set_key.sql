create or replace function app.set_key(p_value jsonb)
returns text
language sql immutable as $$
  select case jsonb_typeof(p_value)
    when 'string' then 's' || (p_value #>> '{}')
    when 'number' then 'n' || trim_scale(p_value::numeric)
    when 'boolean' then 'b' || p_value::text end
$$;
comment on function app.set_key is
  'A text that equal values share and others do not; null for arrays, objects and null';
