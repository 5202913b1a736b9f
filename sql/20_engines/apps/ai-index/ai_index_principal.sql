create or replace function app.ai_index_principal(p_index app.ai_indexes)
returns jsonb
language sql stable as $$
  select app.principal_of_event(p_index.tenant_id, p_index.actor,
    jsonb_build_object('type', 'ai_index', 'id', p_index.object_type_id), 1,
    app.authors_all(p_index.authors) || app.ai_provider_authors(p_index.tenant_id, p_index.provider_id))
$$;
comment on function app.ai_index_principal is
  'As whom objects of an ai_index are read, and models asked: who has set it, with the rights they have now, and no more than those who have said where the provider is. Null when they may act no more';
