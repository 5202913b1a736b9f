create or replace function app.event_id_at(p_time timestamptz)
returns text
language sql immutable as $$
  select 'evt_' || lpad(to_hex((extract(epoch from p_time) * 1000)::bigint), 12, '0')
    || repeat('0', 20)
$$;
comment on function app.event_id_at is
  'The lowest event id of a moment: the bound of a journal partition';
