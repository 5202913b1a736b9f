create or replace function app.job_perform(p_tenant text, p_type text, p_config jsonb)
returns jsonb
language plpgsql volatile as $$
begin
  case p_type
  when 'email' then return app.action_perform(p_tenant, 'send_email', p_config);
  when 'event' then return app.action_perform(p_tenant, 'emit_event', p_config);
  when 'automation' then
    return app.act(p_tenant, jsonb_build_object('operation', 'automation_trigger',
      'scope', 'write', 'permission', 'automations:manage', 'args', p_config,
      'references', '[]'::jsonb))->'data';
  when 'export' then return app.job_export(p_tenant, p_config);
  when 'cleanup' then return app.job_cleanup(p_tenant, p_config);
  end case;
end $$;
comment on function app.job_perform is
  'Does what a scheduled job is for, where that is pure SQL, as the present principal; a refusal '
  'raises. webhook and function are done by src/actions/perform.ts';
