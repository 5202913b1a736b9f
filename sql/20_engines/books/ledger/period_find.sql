create or replace function app.period_find(p_tenant text, p_id text)
returns app.ledger_periods
language plpgsql stable as $$
declare v_period app.ledger_periods;
begin
  select * into v_period from app.ledger_periods p where p.tenant_id = p_tenant and p.id = p_id;
  if not found then perform app.not_found('period', p_id); end if;
  return v_period;
end $$;
comment on function app.period_find is 'A period by id, or 404';
