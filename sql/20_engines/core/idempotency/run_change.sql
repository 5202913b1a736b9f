create or replace function app.run_change(
  p_tenant text, p_change jsonb, p_operation text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_answer json;
begin
  if p_change ? 'dry_run' then return app.run_dry(p_tenant, p_operation, args); end if;
  if p_change ? 'key' then return app.run_once(p_tenant, p_change, p_operation, args); end if;
  v_answer := app.dispatch(p_tenant, p_operation, args);
  if pg_current_xact_id_if_assigned() is null then return v_answer; end if;  -- nothing to change
  -- /admin has entered the tenant that it changed.
  return app.tx_answer(
    app.tx(coalesce(p_tenant, current_setting('app.tenant_id', true))), v_answer);
end $$;
comment on function app.run_change is
  'An operation that changes something: plainly ({}), tried only ({dry_run}) or once for an '
  'Idempotency-Key ({key, seal?}). p_tenant is null under /admin';
