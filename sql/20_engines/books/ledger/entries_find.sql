create or replace function app.entries_find(p_tenant text, args jsonb, p_before text, p_limit integer)
returns text[]
language plpgsql stable as $$
declare
  v_status text := args->>'status';
  v_from date := coalesce((args->>'from')::date, '-infinity');
  v_to date := coalesce((args->>'to')::date, 'infinity');
  v_account text := app.ledger_account_id(p_tenant, args->>'account_id');
  v_number text := args->>'number';
  v_reference text := args->>'reference';
  v_is_dated boolean := args ?| '{from,to}';
  v_ids text[];
begin
  -- Few rows that an index finds are read one by one; otherwise a walk in the order of the list meets as many soon.
  if v_reference is not null then
    v_ids := array(
      select r.record_id from app.ledger_references r
      where r.tenant_id = p_tenant and r.resource = 'journal_entry' and r.reference = v_reference);
  elsif v_number is not null then
    v_ids := array(
      select e.id from app.ledger_entries e where e.tenant_id = p_tenant and e.number = v_number);
  elsif v_account is not null then
    v_ids := app.ids_few(app.entries_of_account(p_tenant, v_account, v_from, v_to));
  elsif v_is_dated then
    v_ids := app.ids_few(array(
      select e.id from app.ledger_entries e
      where e.tenant_id = p_tenant and e.day between v_from and v_to
      order by e.day desc, e.id desc limit 1001));
  end if;
  -- The condition on the day is an alternative, which no plan takes for the order to read in.
  if v_ids is null and v_status is not null then
    return array(
      select e.id from app.ledger_entries e
      where e.tenant_id = p_tenant and e.status = v_status and e.id < p_before and (not v_is_dated or e.day between v_from and v_to)
        and (v_account is null or app.entry_has_account(row(e.*)::app.ledger_entries, v_account))
      order by e.id desc limit p_limit);
  elsif v_ids is null then
    return array(
      select e.id from app.ledger_entries e
      where e.tenant_id = p_tenant and e.id < p_before and (not v_is_dated or e.day between v_from and v_to)
        and (v_account is null or app.entry_has_account(row(e.*)::app.ledger_entries, v_account))
      order by e.id desc limit p_limit);
  end if;
  return array(
    select e.id from app.ledger_entries e
    where e.tenant_id = p_tenant and e.id = any (v_ids) and e.id < p_before and (not v_is_dated or e.day between v_from and v_to)
      and (v_status is null or e.status = v_status) and (v_number is null or e.number = v_number)
      and (v_account is null or app.entry_has_account(row(e.*)::app.ledger_entries, v_account))
    order by e.id desc limit p_limit);
end $$;
comment on function app.entries_find is
  'The ids of up to p_limit journal entries before p_before, newest first, that args ask for {status, from, to, account_id, reference, number}';
