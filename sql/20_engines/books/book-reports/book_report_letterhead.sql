create or replace function app.book_report_letterhead(p_ledger app.ledgers)
returns json
language plpgsql stable as $$
declare
  v_settings jsonb := app.ledger_settings(p_ledger);
  v_tenant text;
begin
  select t.name into v_tenant from app.tenants t where t.tenant_id = p_ledger.tenant_id;
  return json_build_object('company', coalesce(v_settings #>> '{company,name}', v_tenant),
    'language', coalesce(v_settings->>'language', 'en'), 'paper', coalesce(v_settings->>'paper', 'a4'));
end $$;
comment on function app.book_report_letterhead is 'The company that a report on paper names, its language and its paper';
