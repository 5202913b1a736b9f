create or replace function api.file_upload_complete(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.file_complete(tenant, args)
$$;
comment on function api.file_upload_complete is
  'Marks an uploaded file as ready, or as failed if its bytes differ from the declaration';
