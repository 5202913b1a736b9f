create or replace function app.ledger_lines_json(
  p_tenant text, p_lines app.ledger_lines[], p_after numeric, p_sign integer, p_base text)
returns json
language plpgsql stable as $$
begin
  return (
    select json_agg(json_build_object('entry_id', l.entry_id, 'number', e.number, 'date', l.day, 'sequence', l.sequence,
      'description', e.description, 'memo', l.memo, 'line_no', l.line_no, 'currency', l.currency,
      'debit', app.money_text(greatest(l.amount, 0), l.currency),
      'credit', app.money_text(greatest(-l.amount, 0), l.currency),
      'base_debit', app.money_text(greatest(l.base, 0), p_base),
      'base_credit', app.money_text(greatest(-l.base, 0), p_base),
      'balance', app.money_text(p_sign * (p_after - l.newer), p_base),
      'source', case when e.source_id is not null
        then json_build_object('type', e.source_type, 'id', e.source_id) end) order by l.n)
    from (
      select u.*, coalesce(sum(u.base) over (order by u.n rows between unbounded preceding and 1 preceding), 0) as newer
      from (
        select o.*, row_number() over (order by o.day desc, o.sequence desc, o.line_no desc) as n
        from unnest(p_lines) o) u) l
    -- Each by its key: among small tenants all entries seem to be few.
    cross join lateral (
      select j.number, j.description, j.source_type, j.source_id from app.ledger_entries j
      where j.tenant_id = p_tenant and j.id = l.entry_id offset 0) e);
end $$;
comment on function app.ledger_lines_json is
  'Posted lines, newest first, with the running balance of their account: p_after is that after the first of them, debits positive';
