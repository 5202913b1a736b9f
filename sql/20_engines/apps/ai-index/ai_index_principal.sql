create or replace function app.ai_index_principal(p_index app.ai_indexes)
returns jsonb
language sql stable as $$
  select app.principal_of_event(p_index.tenant_id, p_index.actor,
    jsonb_build_object('type', 'ai_index', 'id', p_index.object_type_id), 1,
    app.authors_all(p_index.authors) || app.ai_provider_authors(p_index.tenant_id, p_index.provider_id))
$$;
comment on function app.ai_index_principal is
  'Returns the principal that reads the objects of an ai_index and asks its models: its author, '
  'with their current rights, and no more than the authors of the provider''s address. Null when '
  'they may act no more';
