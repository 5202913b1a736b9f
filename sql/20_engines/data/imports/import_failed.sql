create or replace function app.import_failed(p_count integer, p_errors jsonb)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('created', '[]'::jsonb, 'updated', '[]'::jsonb, 'skipped', 0,
    'failed', p_count, 'errors', p_errors)
$$;
comment on function app.import_failed is
  'Returns the result of a part of an import that failed as a whole';
