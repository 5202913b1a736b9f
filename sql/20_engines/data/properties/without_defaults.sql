create or replace function app.without_defaults(p_type app.object_types)
returns app.object_types
language plpgsql immutable as $$
begin
  p_type.definition := (
    select coalesce(json_object_agg(key, value - 'default')::jsonb, '{}')
    from jsonb_each(p_type.definition));
  return p_type;
end $$;
comment on function app.without_defaults is
  'An object type whose properties have no default_value: '
  'for properties that are complete as they are';
