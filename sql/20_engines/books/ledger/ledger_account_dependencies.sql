create or replace function app.ledger_account_dependencies(p_ledger app.ledgers, p_account app.ledger_accounts)
returns jsonb
language plpgsql stable as $$
declare
  v_children bigint;
  v_lines bigint;
  v_rates bigint;
begin
  select count(*) into v_children from app.ledger_accounts a
  where a.tenant_id = p_ledger.tenant_id and a.parent_id = p_account.id;
  select count(*) into v_lines from (
    select 1 from app.ledger_lines l
    where l.tenant_id = p_ledger.tenant_id and l.account_id = p_account.id limit 10000) l;
  select count(*) into v_rates from app.ledger_tax_rates t
  where t.tenant_id = p_ledger.tenant_id and p_account.id in (t.account_id, t.input_account_id);
  return app.dependencies(array[
    row('journal_line', v_lines)::app.dependency,
    row('draft', app.ledger_account_drafts(p_account))::app.dependency,
    row('account', v_children)::app.dependency,
    row('tax_rate', v_rates)::app.dependency,
    row('setting', (app.ledger_default_of(p_ledger, p_account.id) is not null)::integer)::app.dependency]);
end $$;
comment on function app.ledger_account_dependencies is
  'The reasons why an account cannot be deleted: its lines (counted up to 10,000), drafts, children, tax rates, and its place in the settings';
