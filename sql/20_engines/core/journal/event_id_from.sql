create or replace function app.event_id_from(p_time timestamptz)
returns text
language sql immutable as $$
  select app.event_id_at(
    least(greatest(p_time, '1970-01-02Z'), '9999-01-01Z') - interval '1 minute')
$$;
comment on function app.event_id_from is
  'An id below those of all rows written from a moment on: an id is made just before its row';
