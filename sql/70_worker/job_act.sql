create or replace function worker.job_act(
  p_tenant text, p_run_id text, p_attempts integer, p_principal jsonb, p_type text, p_config jsonb)
returns boolean
language plpgsql volatile as $$
declare
  v_output jsonb;
  v_error text;
  v_state text;
  v_done text;
begin
  perform worker.as_tenant(p_tenant, p_principal);
  begin
    v_output := app.job_perform(p_tenant, p_type, p_config);
    v_done := app.invariants_settle(p_tenant);
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_error = message_text;
    if v_state not like 'PT4%' then raise; end if;
  end;
  v_done := app.act_as('{"type":"system","id":"worker"}');
  -- Done and ended at once: what it has done stands only if this attempt still counts.
  if app.job_end(p_tenant, p_run_id, p_attempts, v_output, v_error,
    v_state = 'PT429') then
    perform app.budget_settle(p_tenant);
    return true;
  end if;
  raise exception using errcode = 'PT409', message = 'The run has continued without this attempt.';
end $$;
comment on function worker.job_act is
  'Performs the action of a scheduled job and ends its run in one transaction, so that it is done '
  'once; a refusal ends the attempt';
