create or replace function app.entry_draft_check(p_entry app.ledger_entries)
returns void
language plpgsql immutable as $$
begin
  if p_entry.status <> 'draft' then
    perform app.fail(409, 'INVALID_STATE', format('The entry %s is posted, so it stays as it is. Reverse it instead.', p_entry.number),
      jsonb_build_object('status', p_entry.status));
  end if;
end $$;
comment on function app.entry_draft_check is 'Refuses to change, post or delete what is no longer a draft';
