create or replace function api.ledger_account_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_accounts := app.ledger_account_find(tenant, args->>'account_id');
  v_dependencies jsonb;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_dependencies := app.ledger_account_dependencies(v_ledger, v_old);
  if v_dependencies <> '[]' then
    perform app.fail(409, 'DEPENDENCY_EXISTS', format('The account %s is used, so it cannot be deleted. Deactivate it: '
      'PATCH with is_active: false.', v_old.code), jsonb_build_object('dependencies', v_dependencies));
  end if;
  v_done := app.journal_ledger_account(v_ledger, 'ledger_account.deleted',
    app.ledger_account_json(v_old, v_ledger.base_currency), null);
  delete from app.ledger_accounts a where a.tenant_id = tenant and a.id = v_old.id;
  v_done := app.ledger_changed(v_ledger);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.ledger_account_delete is 'Delete an account that nothing uses';
