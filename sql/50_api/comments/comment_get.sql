create or replace function api.comment_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.comment_json(app.comment_find(tenant, args->>'comment_id'))
$$;
comment on function api.comment_get is 'Get a comment';
