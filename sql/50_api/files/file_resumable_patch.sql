create or replace function api.file_resumable_patch(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.file_complete(tenant, args)
$$;
comment on function api.file_resumable_patch is
  'Marks a resumable upload as ready once all of its bytes are stored';
