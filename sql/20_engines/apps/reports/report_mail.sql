create or replace function app.report_mail(p_tenant text, p_config jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_report app.saved_reports := app.report_lock(p_tenant, p_config->>'report_id');
  v_now timestamptz := clock_timestamp();
  v_run jsonb;
  v_mail jsonb;
begin
  perform app.act_check('write', 'email:manage');
  update app.saved_reports r set last_run_at = v_now, last_status = 'succeeded'
  where r.tenant_id = p_tenant and r.id = v_report.id;
  v_run := app.report_run_keep(p_tenant, v_report.id, v_report.type, p_config);
  v_mail := jsonb_build_object('run_id', v_run->'run_id', 'format', p_config->'format', 'name', v_report.name,
    'type', v_report.type, 'question', v_report.config_json - '{filters,sql}'::text[]);
  return jsonb_build_object('run_id', v_run->'run_id', 'row_count', v_run->'row_count', 'email_ids', array(
    select app.message_send(p_tenant, 'email', a, 'report', v_mail)
    from unnest(app.addresses_once(array(select jsonb_array_elements_text(p_config->'recipients')))) a));
end $$;
comment on function app.report_mail is
  'Keeps what a report has answered, p_config {report_id, recipients, format, answer, duration_ms}, and queues a mail of it to '
  'each recipient: the sender draws its picture and makes its file (src/groups/reports/mail.ts)';
