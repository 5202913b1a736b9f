create or replace function app.period_close_check(p_ledger app.ledgers, p_period app.ledger_periods, p_is_forced boolean)
returns void
language plpgsql stable as $$
declare
  v_earlier text;
  v_drafts bigint;
begin
  if p_period.status = 'closed' then
    perform app.fail(409, 'INVALID_STATE', 'This period is closed already.', '{"status": "closed"}');
  end if;
  select p.id into v_earlier from app.ledger_periods p
  where p.tenant_id = p_ledger.tenant_id and p.status = 'open' and p.from_day < p_period.from_day
  order by p.from_day limit 1;
  if found then
    perform app.fail(409, 'INVALID_STATE', 'An earlier period is still open. Close it first.',
      jsonb_build_object('period_id', v_earlier));
  end if;
  select count(*) into v_drafts from app.ledger_entries e
  where e.tenant_id = p_ledger.tenant_id and e.status = 'draft' and e.day between p_period.from_day and p_period.to_day;
  if v_drafts > 0 and not p_is_forced then
    perform app.fail(409, 'INVALID_STATE', format('Drafts in this period: %s. Post or delete them, or close it with '
      'force: true: then they stay drafts.', v_drafts), jsonb_build_object('drafts', v_drafts, 'dependencies',
        app.dependencies(array[row('journal_entry', v_drafts)::app.dependency])));
  end if;
end $$;
comment on function app.period_close_check is
  'Refuses to close a period twice, before an earlier one, or, unless forced, while there are drafts in it';
