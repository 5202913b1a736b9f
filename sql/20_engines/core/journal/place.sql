create or replace function app.place(p_tenant text)
returns xid8
language plpgsql stable as $$
begin
  if current_setting('app.place_shift', true) = p_tenant || ' 0' then return pg_current_xact_id(); end if;
  return app.place_at(pg_current_xact_id(), app.place_shift(p_tenant));
end $$;
comment on function app.place is
  'The place of this transaction in a tenant''s journal, by which its rows are ordered: the transaction''s number and '
  'the tenant''s shift. It grows also where the numbers begin again: in a restored dump, on another machine '
  '(app.place_raise). Lower than 2^48: see app.tx_number. Not inlined: its expressions are made ready once for a '
  'transaction, and not once for each statement that asks';
