create or replace function app.entries_rebase(p_tenant text, p_now timestamptz)
returns void
language plpgsql volatile as $$
declare
  v_entry app.ledger_entries;
  v_done text;
begin
  for v_entry in
    select * from app.ledger_entries e
    where e.tenant_id = p_tenant and e.status = 'draft'
      and (e.exchange_rate is not null or e.draft_lines @? '$[*].given ? (@ != null)')
  loop
    v_entry.exchange_rate := null;
    v_entry.draft_lines := to_jsonb(array(
      select l || '{"given": null}' from jsonb_array_elements(v_entry.draft_lines) with ordinality t(l, n) order by t.n));
    v_entry.updated_at := p_now;
    v_done := app.entry_save(v_entry);
  end loop;
end $$;
comment on function app.entries_rebase is
  'Takes from drafts the rates and base amounts that were given, because they were those of another base currency: the rates of their days count';
