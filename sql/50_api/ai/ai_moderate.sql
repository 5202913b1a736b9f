create or replace function api.ai_moderate(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.ai_record(tenant, 'moderate', args->'used');
  return args->'answer' || jsonb_build_object('id', app.new_id('aim'));
end $$;
comment on function api.ai_moderate is 'Records the tokens of a moderation and returns its result';
