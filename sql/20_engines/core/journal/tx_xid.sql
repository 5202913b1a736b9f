create or replace function app.tx_xid(p_tx xid8)
returns xid8
language sql immutable as $$
  select (p_tx::text::bigint & 281474976710655)::text::xid8
$$;
comment on function app.tx_xid is 'The place of a request''s number: see app.tx_number';
