create or replace function app.entry_lines_read(
  p_ledger app.ledgers, p_currency text, p_lines jsonb, p_path text)
returns jsonb
language plpgsql stable as $$
declare
  v_accounts jsonb := app.entry_accounts(p_ledger.tenant_id,
    array(select l->>'account_id' from jsonb_array_elements(p_lines) l));
  v_names text[] := array(
    select d->>'name' from jsonb_array_elements(app.ledger_settings(p_ledger)->'dimensions') d);
  v_read jsonb[] := '{}';
  v_line jsonb;
  v_account jsonb;
  v_at text;
begin
  for v_line in select l from jsonb_array_elements(p_lines) with ordinality t(l, n) order by t.n loop
    v_at := format('%slines[%s].', p_path, cardinality(v_read));
    v_account := v_accounts->(v_line->>'account_id');
    if v_account is null then
      perform app.ledger_account_missing(v_line->>'account_id', v_at || 'account_id');
    end if;
    v_read := array_append(v_read, jsonb_build_object('line_no', cardinality(v_read) + 1,
      'account_id', v_account->'id', 'memo', v_line->'memo',
      'dimensions', app.entry_dimensions(v_names, v_line->'dimensions', v_at))
      || app.entry_object(p_ledger.tenant_id, v_line->'object', v_at)
      || app.entry_amounts(p_ledger, coalesce(v_line->>'currency', p_currency), v_line, v_at));
  end loop;
  return to_jsonb(v_read);
end $$;
comment on function app.entry_lines_read is
  'The lines of a request as drafts keep them: accounts by id, amounts with a sign; 400 and 404 name the line';
