create or replace function app.entry_number_check(p_entry app.ledger_entries)
returns void
language plpgsql stable as $$
begin
  -- Formats change, and with {YY} centuries meet: 12 by {YYYY}-{SEQ:1} is 2 by {YYYY}-1{SEQ:1}.
  perform from app.ledger_entries e where e.tenant_id = p_entry.tenant_id and e.number = p_entry.number;
  if found then
    perform app.fail(409, 'INVALID_STATE', format('The number %s was given before, by another format of the numbers. '
      'Change numbering.journal_entry.format in the settings first.', p_entry.number),
      jsonb_build_object('number', p_entry.number, 'setting', 'numbering.journal_entry.format'));
  end if;
end $$;
comment on function app.entry_number_check is 'Refuses to post an entry whose number another one has, by a format of earlier days';
