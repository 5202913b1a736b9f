create or replace function app.automation_json(p_automation app.automations)
returns json
language sql stable as $$
  select json_build_object('id', p_automation.id, 'name', p_automation.name,
    'description', p_automation.description, 'trigger_event', p_automation.trigger_event,
    'object_type_id', p_automation.object_type_id, 'conditions', p_automation.conditions,
    'actions', app.masked(p_automation.actions), 'enabled', p_automation.is_enabled,
    'mode', p_automation.mode, 'run_as', p_automation.run_as,
    'max_runs_per_minute', p_automation.max_runs_per_minute,
    'cron_expression', s.cron_expression, 'run_at', s.run_at, 'timezone', s.timezone,
    'next_run_at', s.next_run_at, 'last_run_at', p_automation.last_run_at,
    'run_count', p_automation.run_count, 'created_at', p_automation.created_at,
    'updated_at', p_automation.updated_at, 'created_by', p_automation.created_by)
  from (values (true)) one left join app.schedules s on s.tenant_id = p_automation.tenant_id
    and s.kind = 'automation' and s.subject_id = p_automation.id
$$;
comment on function app.automation_json is 'An automation as the API shows it, with its schedule';
