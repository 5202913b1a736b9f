create or replace function api.exchange_rate_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_filters jsonb := args - '{limit,cursor,count}'::text[];
  v_binding text := concat_ws('|', 'exchange_rate.list', tenant, v_filters);
  v_place jsonb := app.cursor_decode(v_binding, args->>'cursor');
  v_page app.ledger_rates[] := app.ledger_rates_find(tenant, args, v_place, v_limit + 1);
  v_most integer := app.count_most(args, v_filters = '{}');
  v_last app.ledger_rates := v_page[v_limit];
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := cardinality(app.ledger_rates_find(tenant, args, null, v_most + 1));
  end if;
  return app.paged((
      select json_agg(json_build_object('date', r.day, 'currency', r.currency, 'rate', trim_scale(r.rate)::text)
        order by r.day desc, r.currency)
      from unnest(v_page[:v_limit]) r),
    case when cardinality(v_page) > v_limit
      then app.cursor_encode(v_binding, jsonb_build_array(v_last.day, v_last.currency)) end,
    v_total, v_most);
end $$;
comment on function api.exchange_rate_list is 'List exchange rates, latest first';
