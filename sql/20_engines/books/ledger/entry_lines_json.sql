create or replace function app.entry_lines_json(p_entry app.ledger_entries, p_base text)
returns json
language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', l.entry_id || '_' || l.line_no, 'line_no', l.line_no,
      'account_id', l.account_id, 'account_code', a.code, 'account_name', a.name, 'currency', l.currency,
      'debit', app.money_text(greatest(l.amount, 0), l.currency),
      'credit', app.money_text(greatest(-l.amount, 0), l.currency),
      'base_debit', app.money_text(greatest(l.base, 0), p_base),
      'base_credit', app.money_text(greatest(-l.base, 0), p_base), 'memo', l.memo,
      'object', case when l.object_id is not null
        then json_build_object('type', l.object_type_id, 'id', l.object_id) end,
      'dimensions', l.dimensions) order by l.line_no), '[]')
    from app.entry_lines(p_entry) l
    left join app.ledger_accounts a on a.tenant_id = p_entry.tenant_id and a.id = l.account_id);
end $$;
comment on function app.entry_lines_json is 'The lines of a journal entry as the API shows them; p_base is the base currency';
