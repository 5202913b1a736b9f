create or replace function api.ai_provider_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.ai_providers := app.ai_provider_lock(tenant, args->>'provider_id');
  v_new app.ai_providers;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.basis_check(v_old.updated_at, args, 'provider');
  v_new := app.ai_provider_merge(v_old, args);
  if v_new = v_old then return app.ai_provider_json(v_old); end if;
  return app.ai_provider_save(v_old, v_new);
end $$;
comment on function api.ai_provider_update is 'Changes an AI provider';
