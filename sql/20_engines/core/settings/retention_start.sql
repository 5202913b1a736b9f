create or replace function app.retention_start(p_tenant text, p_field text)
returns timestamptz
language sql stable as $$
  select coalesce(clock_timestamp() - make_interval(days => least(
    (select (s.governance->>p_field)::integer
      from app.tenant_settings s where s.tenant_id = p_tenant),
    case when p_field = 'audit_retention_days'
      then app.plan_max(p_tenant, 'audit_days')::integer end)), '-infinity')
$$;
comment on function app.retention_start is
  'Since when a tenant wants journal rows shown, by a field of its governance, and '
  'for the audit log by its plan; what is older '
  'stays, unseen, until its month is removed (worker.journal_retire)';
