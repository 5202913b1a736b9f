create or replace function app.ledger_defaults_named(p_ledger app.ledgers, p_named jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_accounts jsonb := coalesce(p_ledger.settings->'accounts', '{}');
  v_name text;
  v_reference text;
  v_account app.ledger_accounts;
begin
  for v_name, v_reference in select n.key, n.value from jsonb_each_text(p_named) n order by n.key loop
    continue when v_reference is null;
    v_account := app.ledger_account_named(p_ledger.tenant_id, v_reference, 'accounts.' || v_name);
    if v_account.type <> app.ledger_account_type(v_name) then
      perform app.invalid('accounts.' || v_name, 'other_type',
        format('must be an account of the type %s', app.ledger_account_type(v_name)));
    end if;
    if not v_account.is_active or app.ledger_account_is_parent(v_account) then
      perform app.fail(409, 'INVALID_STATE',
        format('The account %s takes no lines: it is inactive, or has children.', v_account.code), null, 'accounts.' || v_name);
    end if;
    v_accounts := v_accounts || jsonb_build_object(v_name, v_account.id);
  end loop;
  return v_accounts;
end $$;
comment on function app.ledger_defaults_named is
  'The default accounts of the settings by id, where p_named gives ids or codes; each fits its type and takes lines';
