create or replace function api.file_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.file_answer(app.file_find(tenant, args->>'file_id',
    case when not args @> '{"include_deleted":true}' then false end))
$$;
comment on function api.file_get is 'Get a file’s metadata';
