create or replace function app.txs(p_tenant text, p_count integer)
returns xid8[]
language plpgsql stable as $$
declare
  v_tx xid8 := app.tx(p_tenant);
  v_place xid8 := app.place(p_tenant);
begin
  return array(select app.tx_number(v_place, (app.tx_call(v_tx) + n)::smallint)
    from generate_series(0, p_count - 1) n order by n);
end $$;
comment on function app.txs is 'The numbers of so many requests that run as one, this one and those after it: see app.tx';
