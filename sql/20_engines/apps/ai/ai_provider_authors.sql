create or replace function app.ai_provider_authors(p_tenant text, p_id text)
returns jsonb
language sql stable as $$
  select coalesce((
    select app.authors_all(p.authors) from app.ai_providers p
    where p.tenant_id = p_tenant and p.id = p_id), '[]')
$$;
comment on function app.ai_provider_authors is
  'Returns the authors of an AI provider''s address, [{type, id}]: background work sends nothing '
  'there that they may not read. No one for the local models';
