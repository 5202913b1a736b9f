create or replace function api.ai_provider_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_new app.ai_providers;
begin
  if (select count(*) >= 50 from app.ai_providers p where p.tenant_id = tenant) then
    perform app.fail(409, 'INVALID_STATE', 'A tenant can have at most 50 AI providers. Delete one first.', '{"max": 50}');
  end if;
  v_new.tenant_id := tenant;
  v_new.id := app.id_of_new('aip');
  v_new.created_by := app.principal()->>'user_id';
  v_new.created_at := clock_timestamp();
  v_new.config_json := '{}';
  return app.ai_provider_save(null, app.ai_provider_merge(v_new, args));
end $$;
comment on function api.ai_provider_create is 'Creates an AI provider with a sealed key';
