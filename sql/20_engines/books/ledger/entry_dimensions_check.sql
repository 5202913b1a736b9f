create or replace function app.entry_dimensions_check(p_ledger app.ledgers, p_entry app.ledger_entries, p_path text)
returns void
language plpgsql stable as $$
declare
  v_dimensions jsonb := app.ledger_settings(p_ledger)->'dimensions';
  v_line integer;
  v_name text;
begin
  if v_dimensions = '[]' then return; end if;
  select (l->>'line_no')::integer - 1, d->>'name' into v_line, v_name
  from jsonb_array_elements(p_entry.draft_lines) l
  join app.ledger_accounts a on a.tenant_id = p_ledger.tenant_id and a.id = l->>'account_id'
  cross join jsonb_array_elements(v_dimensions) d
  where d->'required_for' ? a.type and not l->'dimensions' ? (d->>'name')
  order by (l->>'line_no')::integer, d->>'name' limit 1;
  if found then
    perform app.invalid(format('%slines[%s].dimensions.%s', p_path, v_line, v_name), 'required',
      'is required for accounts of this type');
  end if;
end $$;
comment on function app.entry_dimensions_check is 'Refuses a line without a dimension that the type of its account requires';
