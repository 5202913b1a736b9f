create or replace function app.event_id_to(p_time timestamptz)
returns text
language sql immutable as $$
  select app.event_id_at(
    least(greatest(p_time, '1970-01-01Z'), '9999-01-01Z') + interval '1 minute')
$$;
comment on function app.event_id_to is 'An id above those of all rows written before a moment';
