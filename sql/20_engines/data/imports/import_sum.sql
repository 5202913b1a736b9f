create or replace function app.import_sum(p_first jsonb, p_second jsonb)
returns jsonb
language sql immutable as $$
  select jsonb_build_object(
    'created', (p_first->'created') || (p_second->'created'),
    'updated', (p_first->'updated') || (p_second->'updated'),
    'skipped', (p_first->>'skipped')::integer + (p_second->>'skipped')::integer,
    'failed', (p_first->>'failed')::integer + (p_second->>'failed')::integer,
    'errors', (p_first->'errors') || (p_second->'errors'))
$$;
comment on function app.import_sum is 'Adds up the results of two parts of an import';
