create or replace function app.ai_provider_lock(p_tenant text, p_id text)
returns app.ai_providers
language plpgsql volatile as $$
begin
  perform from app.ai_providers p where p.tenant_id = p_tenant and p.id = p_id for update;
  return app.ai_provider_find(p_tenant, p_id);
end $$;
comment on function app.ai_provider_lock is 'app.ai_provider_find for a change: with the row locked';
