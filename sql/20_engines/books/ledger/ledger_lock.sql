create or replace function app.ledger_lock(p_tenant text)
returns app.ledgers
language plpgsql volatile as $$
declare v_ledger app.ledgers;
begin
  select * into v_ledger from app.ledgers l where l.tenant_id = p_tenant for no key update;
  if not found then
    insert into app.ledgers (tenant_id, base_currency, fiscal_year_start, settings)
    values (p_tenant, 'EUR', '01-01', '{}') on conflict do nothing;
    select * into v_ledger from app.ledgers l where l.tenant_id = p_tenant for no key update;
  end if;
  return v_ledger;
end $$;
comment on function app.ledger_lock is
  'The books of a tenant, locked. Every change of books takes this row before any other: so writers wait for each other once, in '
  'one order, and numbers have neither gaps nor a second order';
