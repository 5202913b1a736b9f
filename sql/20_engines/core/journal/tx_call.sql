create or replace function app.tx_call(p_tx xid8)
returns smallint
language sql immutable as $$
  select (p_tx::text::bigint >> 48)::smallint
$$;
comment on function app.tx_call is
  'The place of a request among those that share its commit: see app.tx_number';
