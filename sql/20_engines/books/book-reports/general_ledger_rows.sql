create or replace function app.general_ledger_rows(p_ledger app.ledgers, p_lines app.ledger_lines[], p_dimension jsonb, p_mark jsonb)
returns table (n bigint, account_id text, code text, name text, entry_id text, number text, day date, sequence bigint,
  description text, memo text, line_no integer, currency text, debit text, credit text, base_debit text, base_credit text,
  balance text, source json)
language plpgsql stable as $$
begin
  return query
  with lines as (
    select u.*, sum(u.base) over (partition by u.account_id order by u.place) as up_to
    from (select o.*, o.ordinality as place from unnest(p_lines) with ordinality o) u),
  firsts as materialized (
    select f.account_id, a.code, a.name, app.side_sign(a.normal_side) as sign,
      app.general_ledger_before(p_ledger, f.account_id, f.day, f.sequence, f.line_no, p_dimension, p_mark) as before
    from (select distinct on (l.account_id) l.* from lines l order by l.account_id, l.place) f
    join app.ledger_accounts a on a.tenant_id = p_ledger.tenant_id and a.id = f.account_id)
  select l.place, l.account_id, f.code, f.name, l.entry_id, e.number, l.day, l.sequence, e.description, l.memo, l.line_no,
    l.currency, app.money_text(greatest(l.amount, 0), l.currency), app.money_text(greatest(-l.amount, 0), l.currency),
    app.money_text(greatest(l.base, 0), p_ledger.base_currency), app.money_text(greatest(-l.base, 0), p_ledger.base_currency),
    app.money_text(f.sign * (f.before + l.up_to), p_ledger.base_currency),
    case when e.source_id is not null then json_build_object('type', e.source_type, 'id', e.source_id) end
  from lines l join firsts f on f.account_id = l.account_id
  -- Each by its key: among small tenants all entries seem to be few.
  cross join lateral (
    select j.number, j.description, j.source_type, j.source_id from app.ledger_entries j
    where j.tenant_id = p_ledger.tenant_id and j.id = l.entry_id offset 0) e;
end $$;
comment on function app.general_ledger_rows is
  'The members of posted lines in a general ledger, n in their order; balance is that of the account after the line';
