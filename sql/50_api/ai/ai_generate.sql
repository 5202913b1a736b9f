create or replace function api.ai_generate(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.ai_record(tenant, 'generate', args->'used');
  return args->'answer' || jsonb_build_object('id', app.new_id('aim'));
end $$;
comment on function api.ai_generate is 'Records the tokens of a generated answer and returns it';
