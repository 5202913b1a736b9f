create or replace function app.governance_json(p_settings app.tenant_settings)
returns jsonb
language sql stable as $$
  select '{"audit_retention_days": null, "session_duration_secs": null, "password_min_length": 8,
    "ip_allowlist": [], "require_mfa_roles": [], "trash_retention_days": null,
    "version_retention": null, "event_retention_days": null, "data_region": null, "timezone": null, "default_country": null, "impersonation": "allowed",
    "updated_at": null, "updated_by": null}'::jsonb || coalesce(p_settings.governance, '{}')
$$;
comment on function app.governance_json is 'The governance of a tenant as the API shows it';
