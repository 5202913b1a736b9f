create or replace function api.transaction_undo(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_first app.journal := app.tx_first(tenant, args->>'tx_id');
begin
  return app.transaction_undo(tenant, v_first.xid, coalesce(args->>'on_conflict', 'abort'));
end $$;
comment on function api.transaction_undo is 'Bring back what a transaction changed';
