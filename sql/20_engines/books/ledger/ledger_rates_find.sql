create or replace function app.ledger_rates_find(p_tenant text, args jsonb, p_place jsonb, p_limit integer)
returns app.ledger_rates[]
language plpgsql stable as $$
declare
  v_from date := coalesce((args->>'from')::date, '-infinity');
  v_to date := coalesce((args->>'to')::date, 'infinity');
  v_day date := coalesce((p_place->>0)::date, 'infinity');
  v_currency text := coalesce(p_place->>1, '');
begin
  if args ? 'currency' then
    return array(
      select row(r.*)::app.ledger_rates from app.ledger_rates r
      where r.tenant_id = p_tenant and r.currency = args->>'currency' and r.day between v_from and v_to
        and r.day <= v_day and (r.day < v_day or r.currency > v_currency)
      order by r.day desc limit p_limit);
  end if;
  return array(
    select row(r.*)::app.ledger_rates from app.ledger_rates r
    where r.tenant_id = p_tenant and r.day between v_from and v_to
      and r.day <= v_day and (r.day < v_day or r.currency > v_currency)
    order by r.day desc, r.currency limit p_limit);
end $$;
comment on function app.ledger_rates_find is
  'Up to p_limit exchange rates {currency, from, to}, latest first, after the place of a cursor [date, currency]';
