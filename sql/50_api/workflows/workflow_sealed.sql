create or replace function api.workflow_sealed(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_found app.workflows := app.workflow_find(tenant, args->>'workflow_id');
begin
  return app.sealed_in(jsonb_build_array(v_found.states, v_found.transitions));
end $$;
comment on function api.workflow_sealed is 'The sealed headers of a workflow, for a change of it';
