create or replace function app.four_eyes_check(p_ledger app.ledgers, p_entry app.ledger_entries, p_path text)
returns void
language plpgsql stable as $$
begin
  if (app.ledger_settings(p_ledger) #>> '{four_eyes,entries}')::boolean
    -- Code acts for its author as well as for who runs it.
    and exists (select 1 from app.parties() p where p->>'id' in (p_entry.created_by, p_entry.changed_by)) then
    perform app.fail(403, 'FORBIDDEN', 'Another person than the one who wrote an entry has to post it.',
      '{"reason": "four_eyes"}', nullif(rtrim(p_path, '.'), ''));
  end if;
end $$;
comment on function app.four_eyes_check is
  'Refuses a caller, or code of an author, that would post what they created or last changed, where the settings ask for four eyes';
