create or replace function app.actions_check(
  p_tenant text, p_actions jsonb, p_path text default 'actions')
returns void
language plpgsql stable as $$
declare
  v_action jsonb;
  v_path text;
  v_roots text[] := '{trigger,variables}';
  v_name text;
begin
  for i in 0..jsonb_array_length(p_actions) - 1 loop
    v_action := p_actions->i;
    v_path := format('%s[%s]', p_path, i);
    if 'steps.' || (v_action->>'key') = any (v_roots) then
      perform app.invalid(v_path || '.key', 'duplicate', 'is already the key of an earlier action');
    end if;
    perform app.filter_once(app.json_filter(
      p_tenant, app.run_scope_definition(), v_action->'if', v_path || '.if'), v_path || '.if');
    perform app.template_check(v_action->'config', v_roots, v_path || '.config');
    -- The values of templates are found when the action runs.
    for v_name in
      select t.value from jsonb_each_text(v_action->'config') t
      where t.key in ('object_type_id', 'from_type', 'to_type') and t.value not like '%{{%'
        and v_action->>'type' not in ('webhook', 'emit_event', 'set_variable')
    loop
      perform app.object_type_find(p_tenant, v_name);
    end loop;
    v_name := v_action->'config'->>'function_id';
    if v_action->>'type' = 'function' and v_name not like '%{{%' and not exists (
      select 1 from app.functions f where f.tenant_id = p_tenant and f.id = v_name) then
      perform app.not_found('function', v_name);
    end if;
    v_name := v_action->'config'->>'workflow_id';
    if v_action->>'type' = 'workflow' and v_name not like '%{{%' then
      perform app.workflow_find(p_tenant, v_name);
    end if;
    v_roots := v_roots || ('steps.' || (v_action->>'key'));
  end loop;
end $$;
comment on function app.actions_check is
  'Checks whether actions can be performed, as far as that is known beforehand: keys, conditions, '
  'templates, and that the object types, functions and workflows they name exist; 400 or 404';
