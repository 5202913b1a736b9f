create or replace function api.journal_entry_post(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_entry app.ledger_entries := app.entry_find(tenant, args->>'entry_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_entry.updated_at, args);
  v_done := app.entry_draft_check(v_entry);
  v_done := app.four_eyes_check(v_ledger, v_entry, '');
  v_entry := app.entry_prepare(v_ledger, v_entry, '');
  v_done := app.entry_check(v_ledger, v_entry, '');
  v_entry := app.entry_post(v_ledger, v_entry, '');
  return app.entry_json(v_entry, v_ledger.base_currency);
end $$;
comment on function api.journal_entry_post is 'Post a draft';
