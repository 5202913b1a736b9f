create or replace function api.ai_embeddings(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.ai_record(tenant, 'embeddings', args->'used');
  return (args->'answer')::json;
end $$;
comment on function api.ai_embeddings is
  'Records the tokens of embeddings and returns the answer of the model';
