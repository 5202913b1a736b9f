create or replace function app.audit_matches(
  p_row app.journal, args jsonb, p_from timestamptz, p_to timestamptz, p_low text, p_high text)
returns boolean
language sql immutable as $$
  select p_row.id >= p_low and p_row.id < p_high
    and p_row.created_at >= p_from and p_row.created_at < p_to
    and (not args ? 'action' or app.event_matches(p_row.type, array[args->>'action']))
    and (not args ? 'resource_type' or p_row.resource_type = args->>'resource_type')
    and (not args ? 'resource_id' or p_row.resource_id = args->>'resource_id')
    and (not args ? 'actor_id' or p_row.actor->>'id' = args->>'actor_id')
$$;
comment on function app.audit_matches is
  'Whether a row of the journal is what args ask for, in a period and the ids that belong to it';
