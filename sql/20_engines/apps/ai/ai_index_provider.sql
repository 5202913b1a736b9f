create or replace function app.ai_index_provider(p_index app.ai_indexes)
returns json
language sql stable as $$
  -- Not the default of today: vectors of another model could not be compared.
  select case when p_index.provider_id is null
    then json_build_object('id', null, 'type', 'local', 'api_key', null, 'config', '{}'::json)
    else app.ai_provider_chosen(p_index.tenant_id, p_index.provider_id) end
$$;
comment on function app.ai_index_provider is 'Where the models of an ai_index are asked, as app.ai_provider_chosen says it';
