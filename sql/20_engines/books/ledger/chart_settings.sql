create or replace function app.chart_settings(p_ledger app.ledgers, p_defaults jsonb)
returns app.ledgers
language plpgsql stable as $$
declare
  v_accounts jsonb := coalesce(p_ledger.settings->'accounts', '{}');
  v_name text;
  v_code text;
  v_id text;
begin
  for v_name, v_code in select d.key, d.value from jsonb_each_text(p_defaults) d loop
    continue when v_accounts->>v_name is not null;
    -- An account that was there before may not fit: then the place stays empty.
    select a.id into v_id from app.ledger_accounts a
    where a.tenant_id = p_ledger.tenant_id and a.code = v_code and a.is_active
      and a.type = app.ledger_account_type(v_name) and not app.ledger_account_is_parent(row(a.*)::app.ledger_accounts);
    if found then v_accounts := v_accounts || jsonb_build_object(v_name, v_id); end if;
  end loop;
  p_ledger.settings := p_ledger.settings || jsonb_build_object('accounts', v_accounts);
  return p_ledger;
end $$;
comment on function app.chart_settings is 'The books with the default accounts of a chart where they have none';
