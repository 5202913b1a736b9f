create or replace function app.general_ledger_place(p_tenant text, p_line app.ledger_lines)
returns jsonb
language plpgsql stable as $$
begin
  return jsonb_build_array((app.ledger_account_find(p_tenant, p_line.account_id)).code, p_line.account_id, p_line.day,
    p_line.sequence, p_line.line_no);
end $$;
comment on function app.general_ledger_place is 'The place of a line in a general ledger: [code, account, day, sequence, line]';
