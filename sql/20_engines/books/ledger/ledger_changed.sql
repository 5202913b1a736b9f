create or replace function app.ledger_changed(p_ledger app.ledgers)
returns void
language plpgsql volatile as $$
begin
  update app.ledgers l set version = p_ledger.version + 1 where l.tenant_id = p_ledger.tenant_id;
end $$;
comment on function app.ledger_changed is
  'Notes, under the lock of the books, that accounts or settings have changed: entries that were prepared before are prepared again';
