create or replace function app.ai_provider_find(p_tenant text, p_id text)
returns app.ai_providers
language plpgsql stable as $$
declare v_provider app.ai_providers;
begin
  select * into v_provider from app.ai_providers p where p.tenant_id = p_tenant and p.id = p_id;
  if v_provider.id is null then perform app.not_found('AI provider', p_id); end if;
  return v_provider;
end $$;
comment on function app.ai_provider_find is 'An AI provider by its id; 404 when there is none';
