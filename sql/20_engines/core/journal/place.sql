create or replace function app.place(p_tenant text)
returns xid8
language sql stable as $$
  select app.place_at(pg_current_xact_id(), app.place_shift(p_tenant))
$$;
comment on function app.place is
  'The place of this transaction in a tenant''s journal, by which its rows are ordered: the transaction''s number and '
  'the tenant''s shift. It grows also where the numbers begin again: in a restored dump, on another machine '
  '(app.place_raise). Lower than 2^48: see app.tx_number';
