create or replace function app.search_ranks(
  p_type app.object_types, p_query text, p_limit integer)
returns jsonb
language sql stable as $$
  select jsonb_build_object('ids', coalesce(to_jsonb(s.ids), '[]'),
    'ranks', coalesce(to_jsonb(s.ranks), '[]'))
  from app.search_ids(p_type.tenant_id, p_type.id, app.words_query(p_query),
    p_limit, true) s
$$;
comment on function app.search_ranks is
  'The ids that a full text query finds, the best first, and their ranks: {ids, ranks}';
