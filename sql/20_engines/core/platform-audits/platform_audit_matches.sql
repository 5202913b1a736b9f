create or replace function app.platform_audit_matches(p_row app.platform_audits, args jsonb)
returns boolean
language sql immutable as $$
  select (not args ? 'action' or p_row.action = args->>'action' or args->>'action' = '*'
      or split_part(p_row.action, '.', 1) || '.*' = args->>'action')
    and (not args ? 'actor' or p_row.actor_id = args->>'actor')
    and (not args ? 'tenant_id' or p_row.about_tenant = args->>'tenant_id')
    and (not args ? 'resource_id' or p_row.resource_id = args->>'resource_id')
    and (not args ? 'since' or p_row.created_at >= (args->>'since')::timestamptz)
    and (not args ? 'until' or p_row.created_at < (args->>'until')::timestamptz)
$$;
comment on function app.platform_audit_matches is 'Whether a row of the operator''s audit log is what args ask for';
