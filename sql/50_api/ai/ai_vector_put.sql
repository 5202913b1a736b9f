create or replace function api.ai_vector_put(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  if args ? 'used' then perform app.ai_record(tenant, 'embeddings', args->'used'); end if;
  return json_build_object('upserted', app.vectors_put(tenant, args->>'collection', args->>'model', args->'items'));
end $$;
comment on function api.ai_vector_put is
  'Stores vectors in a collection and records the tokens that they used';
