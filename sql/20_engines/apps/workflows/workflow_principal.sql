create or replace function app.workflow_principal(p_run app.workflow_runs)
returns jsonb
language plpgsql stable as $$
declare
  v_actor jsonb;
  v_authors jsonb;
begin
  select v.actor, v.authors into v_actor, v_authors from app.workflow_versions v
  where v.tenant_id = p_run.tenant_id and v.workflow_id = p_run.workflow_id
    and v.version = p_run.workflow_version;
  return app.principal_of_event(p_run.tenant_id, v_actor,
      jsonb_build_object('type', 'workflow', 'id', p_run.workflow_id),
      p_run.causation_depth + 1, v_authors)
    || jsonb_build_object('request_id', p_run.id, 'root', p_run.root);
end $$;
comment on function app.workflow_principal is
  'Returns the principal of a run''s actions: the publisher of its version, with their current '
  'rights, and no more than each author of a part; null when one of them may no longer act';
