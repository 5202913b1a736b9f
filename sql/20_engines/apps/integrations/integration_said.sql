create or replace function app.integration_said(p_sent jsonb, p_base jsonb, p_seen jsonb)
returns jsonb
language sql immutable as $$
  select json_object_agg(e.name, coalesce(e.said, 'null'))::jsonb
  from (
    select k as name, coalesce(p_seen->k, p_base->k) as said
    from jsonb_object_keys(coalesce(p_base, '{}') || coalesce(p_seen, '{}') || coalesce(p_sent, '{}')) k) e
  where nullif(e.said, 'null') is distinct from nullif(p_sent->e.name, 'null')
$$;
comment on function app.integration_said is
  'Returns the last values of a source (p_seen, and p_base for those that it did not send) if '
  'they differ from the values sent to it; otherwise null';
