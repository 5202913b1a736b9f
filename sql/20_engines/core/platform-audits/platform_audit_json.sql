create or replace function app.platform_audit_json(p_row app.platform_audits)
returns json
language sql stable as $$
  select json_build_object('id', p_row.id, 'tenant_id', p_row.about_tenant,
    'actor', json_build_object('type', 'platform', 'id', p_row.actor_id, 'label', p_row.actor_label),
    'action', p_row.action, 'resource_type', p_row.resource_type, 'resource_id', p_row.resource_id,
    'changes', json_build_object('before', p_row.before, 'after', p_row.after), 'ip', p_row.ip,
    'user_agent', p_row.user_agent, 'request_id', p_row.request_id, 'created_at', p_row.created_at)
$$;
comment on function app.platform_audit_json is 'A row of the operator''s audit log as the API shows it';
