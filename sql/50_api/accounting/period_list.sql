create or replace function api.period_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_ledger app.ledgers := app.ledger_find(tenant);
begin
  return (
    select app.listed(json_agg(app.period_json(v_ledger, row(p.*)::app.ledger_periods) order by p.from_day), count(*))
    from app.ledger_periods p where p.tenant_id = tenant);
end $$;
comment on function api.period_list is 'List the periods, in order of their days';
