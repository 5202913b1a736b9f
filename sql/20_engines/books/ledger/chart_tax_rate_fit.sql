create or replace function app.chart_tax_rate_fit(p_tenant text, p_rate jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_field text;
  v_account app.ledger_accounts;
begin
  foreach v_field in array '{account_id,input_account_id}'::text[] loop
    select * into v_account from app.ledger_accounts a where a.tenant_id = p_tenant and a.code = p_rate->>v_field;
    -- An account that was there before may not fit: then the place stays empty.
    if v_account.type not in ('asset', 'liability') or not v_account.is_active or app.ledger_account_is_parent(v_account) then
      p_rate := p_rate || jsonb_build_object(v_field, null);
    end if;
  end loop;
  return p_rate;
end $$;
comment on function app.chart_tax_rate_fit is 'A tax rate of a chart without those accounts that the tenant has made into something else';
