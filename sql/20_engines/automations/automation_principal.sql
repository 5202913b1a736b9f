create or replace function app.automation_principal(p_run app.automation_runs)
returns jsonb
language plpgsql stable as $$
declare v_chain jsonb := jsonb_build_object('causation_depth', p_run.causation_depth + 1,
  'root', p_run.root, 'request_id', p_run.id);
begin
  if p_run.principal ? 'actor' then
    return app.principal_of_event(p_run.tenant_id, p_run.principal->'actor',
      jsonb_build_object('type', 'automation', 'id', p_run.automation_id),
      p_run.causation_depth + 1) || v_chain;
  end if;
  return p_run.principal || v_chain;
end $$;
comment on function app.automation_principal is
  'As whom a run acts: the automation itself, or who has triggered it with the rights he has now; '
  'null when there is nobody to act as';
