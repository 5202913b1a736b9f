create or replace function api.tax_rate_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_tax_rates := app.tax_rate_find(tenant, args->>'tax_rate_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_done := app.journal_write(tenant, 'tax_rate.deleted', 'tax_rate', v_old.id, null, app.tax_rate_json(v_old));
  delete from app.ledger_tax_rates t where t.tenant_id = tenant and t.id = v_old.id;
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.tax_rate_delete is 'Delete a tax rate';
