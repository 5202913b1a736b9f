create or replace function app.automation_principal(p_run app.automation_runs)
returns jsonb
language plpgsql stable as $$
declare v_runner jsonb := p_run.principal;
begin
  if not v_runner ? 'authors' then  -- queued before authors were kept
    select v_runner || app.automation_runner(row(a.*)::app.automations, v_runner->'actor',
      false) into v_runner
    from app.automations a
    where a.tenant_id = p_run.tenant_id and a.id = p_run.automation_id;
  end if;
  return app.principal_of_event(p_run.tenant_id, v_runner->'actor',
      jsonb_build_object('type', 'automation', 'id', p_run.automation_id),
      p_run.causation_depth + 1, v_runner->'authors')
    || jsonb_build_object('request_id', p_run.id, 'root', p_run.root);
end $$;
comment on function app.automation_principal is
  'Returns the principal of a run: the author of the automation (run_as system) or the user who '
  'triggered it, with their current rights, and no more than each of its authors; null when one of '
  'them may no longer act';
