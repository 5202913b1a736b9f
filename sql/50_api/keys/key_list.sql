create or replace function api.key_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.answer(json_build_object('X-Total-Count', count(*)), coalesce(json_agg(app.key_json(k) order by k.id desc), '[]'))
  from app.api_keys k where k.tenant_id = tenant
$$;
comment on function api.key_list is 'List API keys';
