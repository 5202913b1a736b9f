create or replace function app.journal_floor()
returns text
language sql stable as $$
  select app.event_id_at(min(m.month) at time zone 'UTC') from app.journal_months() m
$$;
comment on function app.journal_floor is
  'The lowest event id of the oldest month that is kept; what was before has been removed';
