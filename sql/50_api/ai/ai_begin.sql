create or replace function api.ai_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_history jsonb := app.ai_history(tenant, args->>'conversation_id');
  v_tokens bigint := (args->>'tokens')::bigint + length(v_history::text) / 4;
begin
  return json_build_object('provider', app.ai_provider_chosen(tenant, args->>'provider_id'),
    'call_id', app.ai_reserve(tenant, v_tokens), 'history', v_history);
end $$;
comment on function api.ai_begin is 'For calls of models: where to ask, tokens held for it, and what was said before';
