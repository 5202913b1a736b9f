create or replace function app.ledger_find(p_tenant text)
returns app.ledgers
language plpgsql stable as $$
declare v_ledger app.ledgers;
begin
  select * into v_ledger from app.ledgers l where l.tenant_id = p_tenant;
  if not found then
    v_ledger := row(p_tenant, 'EUR', '01-01', '{}', null, false, 1, null)::app.ledgers;
  end if;
  return v_ledger;
end $$;
comment on function app.ledger_find is 'The books of a tenant, which are there from the start with the defaults';
