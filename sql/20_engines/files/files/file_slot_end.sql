create or replace function app.file_slot_end(p_file app.files)
returns timestamptz
language sql immutable as $$
  select p_file.created_at + interval '24 hours'
$$;
comment on function app.file_slot_end is
  'Until when the bytes of a pending file are taken; after that it waits to be cleaned up';
