create or replace function api.integration_hook_key(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_secrets jsonb := (app.integration_find(tenant, args->>'integration_id')).secrets;
  v_previous jsonb := v_secrets->'previous';
begin
  return json_build_object('secrets', array_remove(array[v_secrets->>'secret',
    case when (v_previous->>'expires_at')::timestamptz > now() then v_previous->>'secret' end], null));
end $$;
comment on function api.integration_hook_key is
  'The sealed secrets of an integration that count now, for the API process to check messages';
