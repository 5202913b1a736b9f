create or replace function app.automation_sync_principal(
  p_automation app.automations, p_run app.automation_runs, p_writer jsonb)
returns jsonb
language plpgsql stable as $$
declare v_principal jsonb;
begin
  v_principal := case p_automation.run_as
    when 'trigger_user' then app.principal_limited(p_run.tenant_id,
      (p_writer - 'uncounted') || jsonb_build_object('by', jsonb_build_object(
        'type', 'automation', 'id', p_automation.id),
        'causation_depth', p_run.causation_depth + 1, 'root', p_run.root),
      p_run.principal->'authors')
    else app.automation_principal(p_run) end;
  if v_principal is null then
    perform app.fail(409, 'INVALID_STATE', format('The automation %s rejected this change. %s',
      p_automation.name, app.nobody_text()), jsonb_build_object('automation_id', p_automation.id));
  end if;
  return v_principal;
end $$;
comment on function app.automation_sync_principal is
  'Returns the principal as which a run acts in the transaction of the writer (p_writer); 409 '
  'when there is no one to act as';
