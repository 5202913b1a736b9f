create or replace function app.ledger_account_drafts(p_account app.ledger_accounts)
returns bigint
language plpgsql stable as $$
begin
  return (
    select count(*) from app.ledger_entries e
    where e.tenant_id = p_account.tenant_id and e.status = 'draft'
      and e.draft_lines @> jsonb_build_array(jsonb_build_object('account_id', p_account.id)));
end $$;
comment on function app.ledger_account_drafts is 'Counts the drafts that have a line of an account';
