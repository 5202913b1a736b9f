create or replace function app.tax_rate_merge(p_old app.ledger_tax_rates, args jsonb)
returns app.ledger_tax_rates
language plpgsql stable as $$
declare
  v_new app.ledger_tax_rates := jsonb_populate_record(p_old,
    app.jsonb_pick(args, '{code,name,rate,category,is_compound,exemption_reason,is_active}'));
begin
  v_new.account_id := app.tax_rate_account(p_old.tenant_id, args, 'account_id', p_old.account_id);
  v_new.input_account_id := app.tax_rate_account(p_old.tenant_id, args, 'input_account_id', p_old.input_account_id);
  if v_new.rate <> 0 and v_new.category in ('zero', 'exempt', 'export', 'outside') then
    perform app.invalid('rate', 'not_zero', format('must be 0 in the category %s', v_new.category));
  end if;
  perform from app.ledger_tax_rates t where t.tenant_id = p_old.tenant_id and t.code = v_new.code and t.id is distinct from p_old.id;
  if found then perform app.taken('code', v_new.code, 'tax rate'); end if;
  return v_new;
end $$;
comment on function app.tax_rate_merge is
  'A tax rate with what a request says of it, under the lock of the books; 400, 404 and 409 name the field';
