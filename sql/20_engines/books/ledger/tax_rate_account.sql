create or replace function app.tax_rate_account(p_tenant text, args jsonb, p_field text, p_now text)
returns text
language plpgsql stable as $$
declare v_account app.ledger_accounts;
begin
  if not args ? p_field then return p_now; end if;
  if args->>p_field is null then return null; end if;
  v_account := app.ledger_account_named(p_tenant, args->>p_field, p_field);
  if v_account.type not in ('asset', 'liability') then
    perform app.invalid(p_field, 'other_type', 'must be an account of the type asset or liability');
  elsif not v_account.is_active or app.ledger_account_is_parent(v_account) then
    perform app.fail(409, 'INVALID_STATE',
      format('The account %s takes no lines: it is inactive, or has children.', v_account.code), null, p_field);
  end if;
  return v_account.id;
end $$;
comment on function app.tax_rate_account is
  'The id of an account that a tax rate posts to: p_now unless the request names another, which takes lines';
