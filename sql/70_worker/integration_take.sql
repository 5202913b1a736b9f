create or replace function worker.integration_take(
  p_tenant text, p_sync_id text, p_attempts integer, p_principal jsonb, p_page jsonb, p_cursor jsonb)
returns json
language plpgsql volatile as $$
declare
  v_result json;
  v_done text;
begin
  perform worker.as_tenant(p_tenant, p_principal);
  v_result := app.integration_take(p_tenant, p_sync_id, p_attempts, p_page, p_cursor);
  v_done := app.invariants_settle(p_tenant);
  perform app.budget_settle(p_tenant);
  return v_result;
end $$;
comment on function worker.integration_take is 'Writes a page of a sync as its principal, as app.integration_take says';
