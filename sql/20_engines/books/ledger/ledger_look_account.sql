create or replace function app.ledger_look_account(p_tenant text, p_place jsonb, p_limit integer)
returns jsonb
language plpgsql stable as $$
declare
  v_account text := p_place->>'account';
  v_after date := coalesce((p_place->>'day')::date, '-infinity');
  v_to date;
  v_lines bigint;
  v_faults json[];
begin
  if v_account is null then return jsonb_build_object('problems', '[]'::jsonb, 'place', null); end if;
  -- A day is never divided, however many lines it has.
  v_to := coalesce((
    select l.day from app.ledger_lines l
    where l.tenant_id = p_tenant and l.account_id = v_account and l.day > v_after
    order by l.day, l.sequence, l.line_no offset p_limit limit 1), 'infinity');
  select count(*) into v_lines from app.ledger_lines l
  where l.tenant_id = p_tenant and l.account_id = v_account and l.day > v_after and l.day <= v_to;
  v_faults := array(
    select json_build_object('kind', 'total', 'account_id', v_account, 'currency', coalesce(d.currency, l.currency),
      'date', coalesce(d.day, l.day))
    from (
      select n.currency, n.day, sum(greatest(n.amount, 0)) as debit, sum(greatest(-n.amount, 0)) as credit,
        sum(greatest(n.base, 0)) as base_debit, sum(greatest(-n.base, 0)) as base_credit
      from app.ledger_lines n
      where n.tenant_id = p_tenant and n.account_id = v_account and n.day > v_after and n.day <= v_to
      group by n.currency, n.day) l
    full join (
      select * from app.ledger_days k
      where k.tenant_id = p_tenant and k.account_id = v_account and k.day > v_after and k.day <= v_to) d
      on d.currency = l.currency and d.day = l.day
    where (d.debit, d.credit, d.base_debit, d.base_credit)
      is distinct from (l.debit, l.credit, l.base_debit, l.base_credit)
    order by coalesce(d.day, l.day), coalesce(d.currency, l.currency));
  if v_to = 'infinity' then
    v_faults := v_faults || array(
      select json_build_object('kind', 'total', 'account_id', v_account, 'currency', coalesce(b.currency, d.currency),
        'date', null)
      from (
        select k.currency, sum(k.debit) as debit, sum(k.credit) as credit, sum(k.base_debit) as base_debit,
          sum(k.base_credit) as base_credit
        from app.ledger_days k where k.tenant_id = p_tenant and k.account_id = v_account group by k.currency) d
      full join (
        select * from app.ledger_balances c where c.tenant_id = p_tenant and c.account_id = v_account) b
        on b.currency = d.currency
      where (b.debit, b.credit, b.base_debit, b.base_credit)
        is distinct from (d.debit, d.credit, d.base_debit, d.base_credit)
      order by coalesce(b.currency, d.currency));
    v_account := app.ledger_account_after(p_tenant, v_account);
    v_to := null;
  end if;
  return jsonb_build_object('problems', to_jsonb(v_faults), 'lines', v_lines,
    'place', case when v_account is not null then jsonb_build_object('account', v_account, 'day', v_to) end);
end $$;
comment on function app.ledger_look_account is
  'Compares the totals of an account, of the days after that in p_place, with about p_limit of its lines, and at last the total of '
  'all days with them. Answers as app.ledger_look';
