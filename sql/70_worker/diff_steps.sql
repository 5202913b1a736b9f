create or replace function worker.diff_steps(
  p_tenant text, p_id text, p_principal jsonb, p_steps jsonb, p_outcome jsonb,
  p_source_id text default null)
returns text
language plpgsql volatile as $$
declare
  v_step jsonb;
  v_results json[] := '{}';
  v_answer json;
  v_refusal jsonb;
  v_ids jsonb := '{}';
  v_done text;
begin
  if p_outcome is not null then
    v_done := worker.diff_done(p_tenant, p_id, jsonb_build_array(p_outcome));
  end if;
  -- One that is reached by its id has it only where that leads to no other tenant.
  if worker.staging_addresses(p_tenant, array['/f/' || p_source_id, '/hooks/' || p_source_id]) = '{}' then
    v_done := app.in_tenant(p_tenant);
    v_ids := app.ids_again(p_tenant, p_source_id);
  end if;
  perform worker.as_tenant(p_tenant, p_principal || jsonb_build_object('ids', v_ids));
  for v_step in select s from jsonb_array_elements(p_steps) with ordinality t(s, n) order by n loop
    if p_outcome->>'did' = 'delete' then
      v_answer := gateway.dispatch(v_step->>'operation', p_tenant, v_step->'args');
      v_refusal := v_answer->'$refuse';
      if v_refusal->>'code' = 'DEPENDENCY_EXISTS' then
        v_answer := gateway.dispatch(v_step->>'operation', p_tenant, v_step->'args'
          || jsonb_build_object('force', true, 'confirm_token', v_refusal->'confirm_token'));
        v_refusal := v_answer->'$refuse';
      end if;
      if v_refusal is not null then perform app.refusal_raise(v_refusal); end if;
    else
      v_results := array_append(v_results, app.transaction_step(p_tenant, v_step, v_results));
    end if;
  end loop;
  v_done := app.invariants_settle(p_tenant);
  perform app.budget_settle(p_tenant);
  return v_results[1]->'data'->>'id';
end $$;
comment on function worker.diff_steps is
  'Makes one change to the schema or configuration of a tenant by one operation or several, all or none, and notes its outcome {n, did}; '
  'answers the id of what the first has made, which is p_source_id where that is free. What a deletion takes with it was confirmed with the application of the changes';
