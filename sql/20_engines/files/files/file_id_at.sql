create or replace function app.file_id_at(p_time timestamptz)
returns text
language sql immutable as $$
  select 'file_' || substr(app.object_id_at(p_time), 5)
$$;
comment on function app.file_id_at is
  'Returns the prefix of the ids of files of a moment; null for null';
