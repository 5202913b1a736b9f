create or replace function worker.ledger_look(p_tenant text, p_place jsonb, p_limit integer)
returns jsonb
language plpgsql stable as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return app.ledger_look(p_tenant, p_place, p_limit);
end $$;
comment on function worker.ledger_look is 'Verifies a part of a tenant''s books, as app.ledger_look';
