create or replace function app.job_perform(p_tenant text, p_type text, p_config jsonb)
returns jsonb
language plpgsql volatile as $$
begin
  case p_type
  when 'email' then return app.action_perform(p_tenant, 'send_email', p_config);
  when 'event' then return app.action_perform(p_tenant, 'emit_event', p_config);
  when 'automation' then
    perform app.act_check('write', 'automations:manage');
    return to_jsonb(app.automation_start(p_tenant, p_config->>'automation_id',
      jsonb_build_object('type', 'job', 'job_id', app.principal()->'by'->'id'),
      coalesce(p_config->'data', '{}')));
  when 'export' then return app.job_export(p_tenant, p_config);
  when 'report' then return app.report_mail(p_tenant, p_config);
  when 'cleanup' then return app.job_cleanup(p_tenant, p_config);
  end case;
end $$;
comment on function app.job_perform is
  'Does what a scheduled job is for, where that is pure SQL, as the present principal; a refusal '
  'raises. webhook and function are done by src/tools/actions/perform.ts';
