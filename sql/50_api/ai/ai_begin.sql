create or replace function api.ai_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  return json_build_object('provider', app.ai_provider_chosen(tenant, args->>'provider_id'),
    'call_id', app.ai_reserve(tenant, (args->>'tokens')::bigint));
end $$;
comment on function api.ai_begin is 'For calls of models: where to ask, and tokens held for it';
