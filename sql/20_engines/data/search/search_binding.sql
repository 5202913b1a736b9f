create or replace function app.search_binding(p_tenant text, p_type_id text, args jsonb)
returns text
language sql stable as $$
  select concat_ws('|', 'object.search', p_tenant, p_type_id, args->>'sort', args->>'order',
    args->'filters', args->>'query')
$$;
comment on function app.search_binding is 'The search that a cursor belongs to';
