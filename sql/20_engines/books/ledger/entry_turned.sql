create or replace function app.entry_turned(p_ledger app.ledgers, p_entry app.ledger_entries, args jsonb)
returns app.ledger_entries
language plpgsql volatile as $$
declare
  v_new app.ledger_entries := app.entry_new(p_entry.tenant_id);
begin
  if p_entry.status <> 'posted' or p_entry.reversal_of is not null then
    perform app.fail(409, 'INVALID_STATE', case
      when p_entry.status = 'draft' then 'A draft is not posted, so it cannot be reversed. Delete it instead.'
      when p_entry.status = 'reversed' then 'This entry is reversed already.'
      else 'A reversal cannot be reversed. Post the entry again.' end,
      jsonb_build_object('status', p_entry.status));
  end if;
  v_new.day := coalesce((args->>'date')::date, p_entry.day);
  if v_new.day < p_entry.day then
    perform app.invalid('date', 'too_early', format('must not be before the entry itself, %s', p_entry.day));
  elsif v_new.day > app.ledger_today(p_ledger) + interval '1 year' then
    perform app.invalid('date', 'too_late', 'must not be more than one year ahead of today');
  end if;
  v_new.description := p_entry.description;
  v_new.currency := p_entry.currency;
  v_new.exchange_rate := p_entry.exchange_rate;
  v_new.total := (select coalesce(sum(-l.amount), 0) from app.entry_lines(p_entry) l
    where l.amount < 0 and l.currency = p_entry.currency);
  v_new.base_total := p_entry.base_total;
  v_new.reversal_of := p_entry.id;
  v_new.reason := args->>'reason';
  v_new.draft_lines := to_jsonb(array(
    select jsonb_build_object('line_no', l.line_no, 'account_id', l.account_id, 'currency', l.currency,
      'amount', -l.amount, 'base', -l.base, 'memo', l.memo, 'object_type_id', l.object_type_id,
      'object_id', l.object_id, 'dimensions', l.dimensions)
    from app.entry_lines(p_entry) l order by l.line_no));
  return v_new;
end $$;
comment on function app.entry_turned is
  'The reversal of a posted entry, not posted yet: the same lines with their sides turned; 409 for what cannot be reversed';
