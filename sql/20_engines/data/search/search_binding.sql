create or replace function app.search_binding(p_type app.object_types, args jsonb)
returns text
language sql stable as $$
  select concat_ws('|', 'object.search', p_type.tenant_id, p_type.id, args->>'sort',
    args->>'order', args->'filters', args->>'query')
$$;
comment on function app.search_binding is 'The search that a cursor belongs to';
