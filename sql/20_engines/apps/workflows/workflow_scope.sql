create or replace function app.workflow_scope(p_run app.workflow_runs, p_transition jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_own jsonb := app.principal();
  v_object jsonb;
  v_done text;
begin
  if p_run.object_id is not null then
    -- Its actions see no more of it than those could whose rights they have.
    v_done := app.act_as(coalesce(app.workflow_principal(p_run), '{"scopes": []}'));
    if app.workflow_object_shown(p_run) then
      v_object := app.object_json(app.workflow_object(p_run));
    end if;
    v_done := app.act_back(v_own);
  end if;
  return jsonb_build_object('transition', p_transition, 'object', v_object,
    'run', jsonb_build_object('id', p_run.id, 'workflow_id', p_run.workflow_id,
      'state', p_run.state, 'object_type_id', p_run.object_type_id,
      'object_id', p_run.object_id, 'started_by', p_run.starter));
end $$;
comment on function app.workflow_scope is
  'Returns the variables for templates of a transition''s actions, besides the trigger of the '
  'run: {transition, object, run}';
