create or replace function app.ai_begin(p_tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_history jsonb := app.ai_history(p_tenant, args->>'conversation_id');
  v_index app.ai_indexes;
  v_tokens bigint := (args->>'tokens')::bigint + length(v_history::text) / 4;
begin
  if args ? 'object_type_id' then
    v_index := app.ai_index_find(app.object_type_find(p_tenant, args->>'object_type_id'));
    return json_build_object('provider', app.ai_index_provider(v_index), 'model', app.ai_index_model(v_index),
      'call_id', app.ai_reserve(p_tenant, v_tokens), 'history', v_history);
  end if;
  return json_build_object('provider', app.ai_provider_chosen(p_tenant, args->>'provider_id'),
    'call_id', app.ai_reserve(p_tenant, v_tokens), 'history', v_history);
end $$;
comment on function app.ai_begin is
  'Prepares a call to a model: the provider, tokens held for it, and the conversation so far; and '
  'the model, if it is about the vectors of an object type (object_type_id)';
