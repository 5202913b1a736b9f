create or replace function app.retention_start(p_tenant text, p_field text)
returns timestamptz
language sql stable as $$
  select coalesce((
    select clock_timestamp() - make_interval(days => (s.governance->>p_field)::integer)
    from app.tenant_settings s where s.tenant_id = p_tenant), '-infinity')
$$;
comment on function app.retention_start is
  'Since when a tenant wants journal rows shown, by a field of its governance; what is older '
  'stays, unseen, until its month is removed (worker.journal_retire)';
