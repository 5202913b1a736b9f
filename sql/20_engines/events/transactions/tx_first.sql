create or replace function app.tx_first(p_tenant text, p_tx_id text)
returns app.journal
language plpgsql stable as $$
declare
  v_tx xid8;
  v_first app.journal;
begin
  if p_tx_id ~ '^[1-9][0-9]{0,17}$' then
    v_tx := p_tx_id::xid8;
    select * into v_first from app.journal j
    where j.tenant_id = p_tenant and j.xid = app.tx_xid(v_tx) and j.call = app.tx_call(v_tx)
    order by j.id limit 1;
    if v_first.id is null then perform app.place_check(p_tenant, app.tx_xid(v_tx)); end if;
  end if;
  if v_first.id is null then perform app.not_found('transaction', p_tx_id); end if;
  return v_first;
end $$;
comment on function app.tx_first is
  'The first journal row of a transaction; 404 when it changed nothing that the journal still has, 410 when '
  'it is of a time that is lost';
