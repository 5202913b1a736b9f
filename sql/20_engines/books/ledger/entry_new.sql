create or replace function app.entry_new(p_tenant text)
returns app.ledger_entries
language plpgsql volatile as $$
declare v_new app.ledger_entries;
begin
  v_new.tenant_id := p_tenant;
  v_new.id := app.new_id('je');
  v_new.status := 'draft';
  v_new.draft_lines := '[]';
  v_new.total := 0;
  v_new.base_total := 0;
  v_new.attachments := '{}';
  v_new.metadata := '{}';
  v_new.created_by := app.books_caller();
  -- Of code the one who has written it; created_by is who runs it.
  v_new.changed_by := coalesce(
    (select p->>'id' from app.parties() p where p->>'id' <> v_new.created_by limit 1), v_new.created_by);
  return v_new;
end $$;
comment on function app.entry_new is 'A journal entry that is empty so far';
