create or replace function app.place_at(p_xid xid8, p_shift bigint)
returns xid8
language sql immutable as $$
  select (p_xid::text::bigint + p_shift)::text::xid8
$$;
comment on function app.place_at is
  'The place that a transaction has in the journal of a tenant whose shift is p_shift';
