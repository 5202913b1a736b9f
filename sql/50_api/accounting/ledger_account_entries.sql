create or replace function api.ledger_account_entries(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_account app.ledger_accounts := app.ledger_account_find(tenant, args->>'account_id');
  v_base text := (app.ledger_find(tenant)).base_currency;
  v_sign integer := app.side_sign(v_account.normal_side);
  v_ids text[] := app.ledger_leaves(v_account);
  v_from date := coalesce((args->>'from')::date, '-infinity');
  v_to date := coalesce((args->>'to')::date, 'infinity');
  v_limit integer := args->>'limit';
  v_filters jsonb := args - '{limit,cursor,count}'::text[];
  v_binding text := concat_ws('|', 'ledger_account.entries', tenant, v_filters);
  v_page app.ledger_lines[] := app.ledger_lines_find(tenant, v_ids, v_from, v_to,
    app.cursor_decode(v_binding, args->>'cursor'), v_limit + 1);
  v_last app.ledger_lines := v_page[v_limit];
  v_most integer := app.count_most(args, true);
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := cardinality(app.ledger_lines_find(tenant, v_ids, v_from, v_to, null, v_most + 1));
  end if;
  return (app.paged(
      app.ledger_lines_json(tenant, v_page[:v_limit], app.ledger_balance_after(tenant, v_ids, v_page[1]), v_sign, v_base),
      case when cardinality(v_page) > v_limit
        then app.cursor_encode(v_binding, jsonb_build_array(v_last.day, v_last.sequence, v_last.line_no)) end,
      v_total, v_most)::jsonb
    || jsonb_build_object(
      'opening_balance', app.money_text(v_sign * app.ledger_balance(tenant, v_ids, case
        when v_from = '-infinity' then v_from else v_from - 1 end), v_base),
      'closing_balance', app.money_text(v_sign * app.ledger_balance(tenant, v_ids, v_to), v_base)))::json;
end $$;
comment on function api.ledger_account_entries is 'List the posted lines of an account, newest first';
