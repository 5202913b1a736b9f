create or replace function app.tx_number(p_xid xid8, p_call smallint)
returns xid8
language sql immutable as $$
  select case when p_call = 0 then p_xid
    else (p_xid::text::bigint | (p_call::bigint << 48))::text::xid8 end
$$;
comment on function app.tx_number is
  'The number of a request: that of its transaction, with its place among the requests that share the commit above '
  'the lower 48 bits. What callers see as tx_id';
