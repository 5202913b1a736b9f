create or replace function app.tx(p_tenant text)
returns xid8
language plpgsql stable as $$
declare v_call text := current_setting('app.call', true);
begin
  if v_call <> '' then return app.tx_number(app.place(p_tenant), v_call::smallint); end if;
  return app.place(p_tenant);
end $$;
comment on function app.tx is 'The number of this request, as objects and versions keep it';
