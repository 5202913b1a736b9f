create or replace function app.entry_accounts(p_tenant text, p_references text[])
returns jsonb
language plpgsql stable as $$
begin
  return coalesce((
    select json_object_agg(f.reference, json_build_object('id', f.id, 'code', f.code, 'type', f.type,
      'currency', f.currency, 'is_active', f.is_active, 'is_parent', exists (
        select 1 from app.ledger_accounts c where c.tenant_id = p_tenant and c.parent_id = f.id)))::jsonb
    from (
      select a.id as reference, a.id, a.code, a.type, a.currency, a.is_active from app.ledger_accounts a
      where a.tenant_id = p_tenant and a.id = any (p_references)
      union all
      select a.code, a.id, a.code, a.type, a.currency, a.is_active from app.ledger_accounts a
      where a.tenant_id = p_tenant and a.code = any (p_references)) f), '{}');
end $$;
comment on function app.entry_accounts is
  'The accounts that lines name, by the id or code that names them: {<reference>: {id, code, type, currency, is_active, is_parent}}';
