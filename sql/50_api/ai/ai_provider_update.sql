create or replace function api.ai_provider_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_old app.ai_providers := app.ai_provider_lock(tenant, args->>'provider_id');
begin
  perform app.unchanged_check(v_old.updated_at, args);
  return app.ai_provider_save(v_old, app.ai_provider_merge(v_old, args));
end $$;
comment on function api.ai_provider_update is 'Change an AI provider';
