create or replace function api.ledger_account_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ledger app.ledgers := app.ledger_find(tenant);
  v_parent text := app.ledger_account_id(tenant, args->>'parent_id');
  v_search text := app.like_part(args->>'search');
begin
  return (
    select app.listed(json_agg(app.ledger_account_json(row(a.*)::app.ledger_accounts, v_ledger.base_currency)
      order by a.code), count(*))
    from app.ledger_accounts a
    where a.tenant_id = tenant
      and (args->>'type' is null or a.type = args->>'type')
      and (args->>'is_active' is null or a.is_active = (args->>'is_active')::boolean)
      and (v_parent is null or a.parent_id = v_parent)
      and (v_search is null or a.code || ' ' || a.name ilike v_search));
end $$;
comment on function api.ledger_account_list is 'List the accounts, in order of their codes';
