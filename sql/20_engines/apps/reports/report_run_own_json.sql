create or replace function app.report_run_own_json(p_run app.report_runs)
returns jsonb
language sql stable as $$
  select jsonb_build_object('run_id', p_run.id, 'report_id', p_run.report_id, 'type', p_run.type,
    'generated_at', p_run.generated_at)
$$;
comment on function app.report_run_own_json is
  'A run of a report in the export of a user''s data: its answer is left out, for it is others'' data, which they may not see any more';
