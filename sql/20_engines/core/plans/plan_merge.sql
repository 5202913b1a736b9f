create or replace function app.plan_merge(p_plan app.plans, args jsonb)
returns app.plans
language plpgsql stable as $$
declare
  v_limits jsonb := coalesce(args->'limits', '{}');
  v_field text;
begin
  p_plan := jsonb_populate_record(p_plan,
    app.jsonb_pick(args, '{name,description,is_public,currency,price_ids}')
    || v_limits - 'rpm'
    || case when v_limits ? 'rpm'
      then jsonb_build_object('requests_per_minute', v_limits->'rpm') else '{}' end);
  perform app.money_parse('currency', '0', p_plan.currency);
  if args ? 'price_month' then
    p_plan.price_month := app.money_parse('price_month', args->>'price_month', p_plan.currency);
  end if;
  if args ? 'price_year' then
    p_plan.price_year := app.money_parse('price_year', args->>'price_year', p_plan.currency);
  end if;
  foreach v_field in array '{price_month,price_year}'::text[] loop
    -- In another currency, what the price was may have too many decimals.
    perform app.money_parse(v_field, trim_scale((to_jsonb(p_plan)->>v_field)::numeric)::text, p_plan.currency);
  end loop;
  return p_plan;
end $$;
comment on function app.plan_merge is
  'A plan with what a request says of it: {name, description, is_public, currency, price_month, price_year, price_ids, '
  'limits}; 400 for an unknown currency and for prices with more decimals than it has';
