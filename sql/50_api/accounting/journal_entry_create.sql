create or replace function api.journal_entry_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_made record;
begin
  select c.* into v_made from app.entry_create(tenant, args, '', false) c;
  return app.answer(case when v_made.is_known then '{"Idempotent-Replayed": "true", "$status": "200"}' else '{}' end::json,
    app.entry_json(v_made.entry, (app.ledger_find(tenant)).base_currency));
end $$;
comment on function api.journal_entry_create is 'Create a journal entry';
