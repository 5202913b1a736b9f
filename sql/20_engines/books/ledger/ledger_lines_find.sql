create or replace function app.ledger_lines_find(
  p_tenant text, p_accounts text[], p_from date, p_to date, p_place jsonb, p_limit integer)
returns app.ledger_lines[]
language plpgsql stable set enable_sort = off as $$
declare
  v_day date := coalesce((p_place->>0)::date, 'infinity');
  v_sequence bigint := coalesce((p_place->>1)::bigint, 0);
  v_line_no integer := coalesce((p_place->>2)::integer, 0);
begin
  -- Each account in the order of the index: among small tenants it seems as cheap to read all lines and sort them.
  return array(
    select f.line from unnest(p_accounts) a(id) cross join lateral (
      select row(l.*)::app.ledger_lines as line, l.day, l.sequence, l.line_no from app.ledger_lines l
      where l.tenant_id = p_tenant and l.account_id = a.id and l.day between p_from and p_to
        and (l.day, l.sequence, l.line_no) < (v_day, v_sequence, v_line_no)
      order by l.day desc, l.sequence desc, l.line_no desc limit p_limit) f
    order by f.day desc, f.sequence desc, f.line_no desc limit p_limit);
end $$;
comment on function app.ledger_lines_find is
  'Up to p_limit posted lines of accounts, newest first, after the place of a cursor [date, sequence, line_no]';
