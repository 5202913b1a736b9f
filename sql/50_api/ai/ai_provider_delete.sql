create or replace function api.ai_provider_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.ai_providers := app.ai_provider_lock(tenant, args->>'provider_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.ai_providers p where p.tenant_id = tenant and p.id = v_old.id;
  v_done := app.journal_write(tenant, 'ai_provider.deleted', 'ai_provider', v_old.id, null, app.ai_provider_json(v_old));
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.ai_provider_delete is 'Delete an AI provider';
