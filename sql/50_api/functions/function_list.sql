create or replace function api.function_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.answer(json_build_object('X-Total-Count', count(*)),
    coalesce(json_agg(app.function_json(f, false) order by f.id desc), '[]'))
  from app.functions f where f.tenant_id = tenant
$$;
comment on function api.function_list is 'List functions, without their code';
