create or replace function app.author()
returns jsonb
language sql stable as $$
  select coalesce(p->'written_by'->0, jsonb_build_object('type', p->'type', 'id', p->'id')) from app.principal() p
$$;
comment on function app.author is
  'Returns the caller as the actor of later work: {type, id}. app.authors_set keeps the other '
  'authors';
