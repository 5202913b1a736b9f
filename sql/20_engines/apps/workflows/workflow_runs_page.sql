create or replace function app.workflow_runs_page(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_binding text := concat_ws(' ', tenant, 'workflow_runs', args->>'workflow_id', args->>'status',
    args->>'assignee', app.principal()->>'id');
  v_before text := app.cursor_before(v_binding, args->>'cursor');
  v_ids text[];
  v_run app.workflow_runs;
  v_shown json[] := '{}';
  v_last text;
  v_seen integer := 0;
begin
  -- Rows that policies hide are skipped, up to a thousand to a page: then it ends early, with a
  -- cursor.
  loop
    v_ids := app.workflow_runs_find(tenant, args, v_before, v_limit + 1);
    for v_run in
      select * from app.workflow_runs r
      where r.tenant_id = tenant and r.id = any (v_ids) order by r.id desc
    loop
      exit when cardinality(v_shown) = v_limit;
      v_last := v_run.id;
      v_before := v_run.id;
      v_seen := v_seen + 1;
      if app.workflow_run_shown(v_run) then
        v_shown := v_shown || app.workflow_run_json(v_run, false);
      end if;
    end loop;
    exit when cardinality(v_ids) <= v_limit or cardinality(v_shown) = v_limit or v_seen >= 1000;
  end loop;
  return json_build_object('runs', v_shown, 'next_cursor', app.cursor_next(
    v_binding, v_ids[cardinality(v_ids)] < v_last, v_last));
end $$;
comment on function app.workflow_runs_page is
  'Returns a page of the runs that the caller may see, newest first: of a workflow, in a status, '
  'or assigned to a user';
