create or replace function api.file_upload_url(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.file_slot_json(app.file_slot(tenant, args))
$$;
comment on function api.file_upload_url is 'Reserves an upload slot for a file';
