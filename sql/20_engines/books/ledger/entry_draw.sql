create or replace function app.entry_draw(p_ledger app.ledgers, p_entry app.ledger_entries, args jsonb, p_path text)
returns app.ledger_entries
language plpgsql stable as $$
declare v_done text;
begin
  p_entry := app.entry_prepare(p_ledger, app.entry_merge(p_ledger, p_entry, args, p_path), p_path);
  if args->>'status' = 'posted' then
    v_done := app.four_eyes_check(p_ledger, p_entry, p_path);
    v_done := app.entry_check(p_ledger, p_entry, p_path);
  end if;
  return p_entry;
end $$;
comment on function app.entry_draw is
  'A new or changed entry as a request draws it up, prepared, and checked where it is to be posted. Needs no lock';
