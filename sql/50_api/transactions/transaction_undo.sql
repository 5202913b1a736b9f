create or replace function api.transaction_undo(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_first app.journal := app.tx_first(tenant, args->>'tx_id');
  v_tx xid8 := app.tx_number(v_first.xid, v_first.call);
  v_sight jsonb := app.journal_sight(tenant);
  v_judged text[] := app.journal_judged(v_sight);
  v_hidden text[] := app.events_hidden();
begin
  if v_sight is not null and not exists (
    select 1 from app.journal j
    where j.tenant_id = tenant and j.xid = v_first.xid and j.call = v_first.call
      and j.resource_type <> all (v_hidden)
      and (j.resource_type <> all (v_judged) or app.journal_is_visible(v_sight, row(j.*)::app.journal))) then
    perform app.not_found('transaction', args->>'tx_id');
  end if;
  return app.transaction_undo(tenant, v_tx, coalesce(args->>'on_conflict', 'abort'));
end $$;
comment on function api.transaction_undo is 'Undo a transaction';
