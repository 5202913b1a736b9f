create or replace function api.key_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.key_list(tenant)
$$;
comment on function api.key_list is 'List API keys';
