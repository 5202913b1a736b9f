create or replace function app.events_hidden(p_principal jsonb default app.principal())
returns text[]
language sql stable as $$
  select app.data_hidden(p_principal) || coalesce(array_agg(distinct h.type), '{}')
  from app.parties(p_principal) p
  cross join unnest(case
    when p->'scopes' ? '*' then '{}'::text[]
    else '{tenant,governance,branding,email,sms,notification,notification_preference,'
      'dead_letter,email_report_secret,ticket,portal}'::text[]
      || case when p->'scopes' ? 'auth' then '{}'::text[]
        else '{auth_config,key,user,session,mfa,mfa_factor,recovery_codes,'
          'passkey,role,saml_provider}' end
      || case when p->>'type' = any ('{api_key,unknown}') then
        case when p->'scopes' ? 'schema' then '{}'::text[] else '{policy}' end
      else array(
        select r.type from (values
          ('file', 'files:read'), ('collection', 'files:read'),
          ('file_tag', 'files:read'), ('policy', 'policies:read'), ('webhook', 'webhooks:manage'),
          ('delivery', 'webhooks:manage'), ('automation', 'automations:manage'),
          ('automation_run', 'automations:manage'), ('function', 'functions:manage'),
          ('function_run', 'functions:manage'), ('job', 'scheduled_jobs:manage'),
          ('job_run', 'scheduled_jobs:manage'), ('error', 'errors:manage'),
          ('form', 'forms:manage'), ('integration', 'integrations:manage'), ('plugin', 'plugins:manage'),
          ('workflow', 'workflows:manage'), ('workflow_run', 'workflows:manage'),
          ('email_template', 'email:manage'), ('email_suppression', 'email:manage'),
          ('email_domain', 'email:manage'),
          ('short_url', 'short_urls:manage'), ('ai_provider', 'ai:manage')) r(type, permission)
        where not app.permission_covers(
          array(select jsonb_array_elements_text(p->'permissions')), r.permission)) end
    end) h(type)
$$;
comment on function app.events_hidden is
  'Resource types whose events the caller, or another principal, may not see: those of records '
  'that the scope read does not show, and data for those who may not read it. From {}, which is no one, all but data';
