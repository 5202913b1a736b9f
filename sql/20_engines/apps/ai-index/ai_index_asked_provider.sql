create or replace function app.ai_index_asked_provider(p_tenant text, p_asked jsonb)
returns text
language sql stable as $$
  select coalesce(p_asked->>'provider_id', (
    select p.id from app.ai_providers p where p.tenant_id = p_tenant and p.is_default and p.is_enabled))
$$;
comment on function app.ai_index_asked_provider is
  'The provider that an ai_index asks for: the one it names, otherwise the default of this moment; null for the models of the server';
