create or replace function app.export_is_whole(args jsonb)
returns boolean
language sql immutable as $$
  select args->>'format' in ('json', 'ndjson') and not args ? 'properties'
$$;
comment on function app.export_is_whole is
  'Whether an export shows all properties of an object as it has them: then they are written at once, '
  'not one by one';
