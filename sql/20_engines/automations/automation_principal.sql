create or replace function app.automation_principal(p_run app.automation_runs)
returns jsonb
language plpgsql stable as $$
declare v_depth integer := p_run.causation_depth + 1;
begin
  if p_run.principal ? 'actor' then
    return app.principal_of_event(p_run.tenant_id, p_run.principal->'actor',
      jsonb_build_object('type', 'automation', 'id', p_run.automation_id), v_depth)
      || jsonb_build_object('request_id', p_run.id);
  end if;
  return p_run.principal
    || jsonb_build_object('causation_depth', v_depth, 'request_id', p_run.id);
end $$;
comment on function app.automation_principal is
  'As whom a run acts: the automation itself, or who has triggered it with the rights he has now; '
  'null when there is nobody to act as';
