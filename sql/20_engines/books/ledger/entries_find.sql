create or replace function app.entries_find(p_tenant text, args jsonb, p_before text, p_limit integer)
returns text[]
language plpgsql stable as $$
declare
  v_status text := args->>'status';
  v_source_type text := args->>'source_type';
  v_from date := coalesce((args->>'from')::date, '-infinity');
  v_to date := coalesce((args->>'to')::date, 'infinity');
  v_account text := app.ledger_account_id(p_tenant, args->>'account_id');
  v_part text := app.like_part(args->>'search');
  v_ids text[];
begin
  -- Few rows that an index finds are read one by one; otherwise a walk in the order of the list meets as many soon.
  if args ? 'reference' then
    v_ids := array(
      select r.record_id from app.ledger_references r
      where r.tenant_id = p_tenant and r.resource = 'journal_entry' and r.reference = args->>'reference');
  elsif args ? 'number' then
    v_ids := array(
      select e.id from app.ledger_entries e where e.tenant_id = p_tenant and e.number = args->>'number');
  elsif args ? 'source_id' then
    v_ids := app.ids_few(array(
      select e.id from app.ledger_entries e
      where e.tenant_id = p_tenant and e.source_id = args->>'source_id' limit 1001));
  else
    v_ids := app.ids_few(app.ids_containing(p_tenant, 'journal_entry', args->>'search', 1001));
    if v_ids is null and v_account is not null then
      v_ids := app.ids_few(app.entries_of_account(p_tenant, v_account, v_from, v_to));
    elsif v_ids is null and args ?| '{from,to}' then
      v_ids := app.ids_few(array(
        select e.id from app.ledger_entries e
        where e.tenant_id = p_tenant and e.day between v_from and v_to
        order by e.day desc, e.id desc limit 1001));
    end if;
  end if;
  if v_ids is not null then
    return array(
      select e.id from app.ledger_entries e
      where e.tenant_id = p_tenant and e.id = any (v_ids) and e.id < p_before
        and app.entry_matches(row(e.*)::app.ledger_entries, args, v_account, v_part)
      order by e.id desc limit p_limit);
  elsif v_source_type is not null then
    return array(
      select e.id from app.ledger_entries e
      where e.tenant_id = p_tenant and e.source_type = v_source_type and e.id < p_before
        and app.entry_matches(row(e.*)::app.ledger_entries, args, v_account, v_part)
      order by e.id desc limit p_limit);
  elsif v_status is not null then
    return array(
      select e.id from app.ledger_entries e
      where e.tenant_id = p_tenant and e.status = v_status and e.id < p_before
        and app.entry_matches(row(e.*)::app.ledger_entries, args, v_account, v_part)
      order by e.id desc limit p_limit);
  end if;
  return array(
    select e.id from app.ledger_entries e
    where e.tenant_id = p_tenant and e.id < p_before
      and app.entry_matches(row(e.*)::app.ledger_entries, args, v_account, v_part)
    order by e.id desc limit p_limit);
end $$;
comment on function app.entries_find is
  'The ids of up to p_limit journal entries before p_before, newest first, that args ask for {status, from, to, account_id, '
  'reference, number, source_type, source_id, search}';
