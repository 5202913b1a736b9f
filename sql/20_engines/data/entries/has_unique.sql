create or replace function app.has_unique(p_definition jsonb)
returns boolean
language sql immutable as $$
  select p_definition @? '$.*.unique'
$$;
comment on function app.has_unique is
  'Whether a type has a unique property, by its object_types.definition';
