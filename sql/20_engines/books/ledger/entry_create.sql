create or replace function app.entry_create(
  p_tenant text, args jsonb, p_path text, p_is_held boolean, out entry app.ledger_entries, out is_known boolean)
returns record
language plpgsql volatile as $$
declare
  -- A reference is claimed under the lock of the books; without one, the entry is drawn up before, so that the lock is short.
  v_is_held boolean := p_is_held or args ? 'reference';
  v_ledger app.ledgers := case when v_is_held then app.ledger_lock(p_tenant) else app.ledger_find(p_tenant) end;
  v_locked app.ledgers;
  v_blank app.ledger_entries := app.entry_new(p_tenant);
  v_new app.ledger_entries;
  v_known text;
begin
  if args->>'status' = 'posted' then perform app.act_check('write', 'accounting:post'); end if;
  v_blank.reference := args->>'reference';
  v_known := app.reference_claim(p_tenant, 'journal_entry', v_blank.reference, v_blank.id,
    app.entry_request(v_ledger.base_currency, args), p_path);
  if v_known is not null then
    entry := app.entry_find(p_tenant, v_known);
    is_known := true;
    return;
  end if;
  v_new := app.entry_draw(v_ledger, v_blank, args, p_path);
  if not v_is_held then
    v_locked := app.ledger_lock(p_tenant);
    if v_locked.version <> v_ledger.version then v_new := app.entry_draw(v_locked, v_blank, args, p_path); end if;
    v_ledger := v_locked;
  end if;
  entry := app.entry_add(v_ledger, v_new, args, p_path);
  is_known := false;
end $$;
comment on function app.entry_create is
  'Creates a journal entry, or answers the one that the same request with its reference has made before';
