create or replace function app.tx(p_tenant text)
returns xid8
language sql stable as $$
  select app.tx_number(app.place(p_tenant),
    coalesce(nullif(current_setting('app.call', true), ''), '0')::smallint)
$$;
comment on function app.tx is 'The number of this request, as objects and versions keep it';
