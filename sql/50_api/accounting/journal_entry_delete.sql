create or replace function api.journal_entry_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_entries := app.entry_find(tenant, args->>'entry_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_done := app.entry_draft_check(v_old);
  v_done := app.journal_entry_event(v_ledger, 'journal_entry.deleted', v_old);
  delete from app.ledger_references r
  where r.tenant_id = tenant and r.resource = 'journal_entry' and r.reference = v_old.reference;
  delete from app.ledger_entries e where e.tenant_id = tenant and e.id = v_old.id;
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.journal_entry_delete is 'Delete a draft';
