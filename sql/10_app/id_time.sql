create or replace function app.id_time(p_id text)
returns timestamptz
language sql immutable as $$
  select uuid_extract_timestamp(right(p_id, 32)::uuid)
$$;
comment on function app.id_time is 'The creation time inside an id, to the millisecond';
