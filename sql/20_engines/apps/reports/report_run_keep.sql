create or replace function app.report_run_keep(p_tenant text, p_report_id text, p_kind text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_id text := app.new_id('run');
  v_result jsonb := (args->'answer') || jsonb_build_object('report_id', p_report_id, 'run_id', v_id,
    'duration_ms', args->'duration_ms', 'generated_at', app.moment_text(v_now));
  v_before timestamptz := v_now - interval '7 days';
  v_done text;
begin
  delete from app.report_runs r where r.tenant_id = p_tenant and r.generated_at < v_before;
  insert into app.report_runs (tenant_id, id, report_id, type, ran_by, result, generated_at)
  values (p_tenant, v_id, p_report_id, p_kind, coalesce(app.principal()->>'id', ''), v_result, v_now);
  v_done := app.journal_write(p_tenant, 'report.completed', 'report_run', v_id, json_build_object('id', v_id,
    'report_id', p_report_id, 'type', p_kind, 'row_count', args->'answer'->'row_count',
    'duration_ms', args->'duration_ms'));
  return v_result;
end $$;
comment on function app.report_run_keep is
  'Keeps what a report answered, args {answer, duration_ms}, for seven days, and returns it as the API shows it';
