create or replace function api.ai_describe_image(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.ai_record(tenant, 'describe-image', args->'used');
  return args->'answer' || jsonb_build_object('id', app.new_id('aim'));
end $$;
comment on function api.ai_describe_image is 'Records the tokens of a description and returns it';
