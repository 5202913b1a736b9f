create or replace function api.integration_hook_key(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_integration app.integrations := app.integration_find(tenant, args->>'integration_id');
begin
  return json_build_object('secret', v_integration.secrets->>'secret');
end $$;
comment on function api.integration_hook_key is 'The sealed secret of an integration, for the API process to check messages';
