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
  'What a source said last (p_seen, and p_base of what it did not say otherwise) where that is not what it was sent; null when it is';
