create or replace function app.tx_number(p_place xid8, p_call smallint)
returns xid8
language sql immutable as $$
  select case when p_call = 0 then p_place
    else (p_place::text::bigint | (p_call::bigint << 48))::text::xid8 end
$$;
comment on function app.tx_number is
  'The number of a request: the place of its transaction (app.place), which has 48 bits, and above them its place among '
  'the requests that share the commit. What callers see as tx_id';
