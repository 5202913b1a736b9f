create or replace function worker.tenant_purge(p_tenant text, p_resource_id text)
returns boolean
language plpgsql volatile as $$
declare
  v_table text;
  v_removed integer;
begin
  perform set_config('app.tenant_id', p_tenant, true);
  if not exists (
    select from app.tenants t where t.tenant_id = p_tenant and t.status = 'deleted') then
    return true;
  end if;
  foreach v_table in array array['file_collection_items', 'file_collections', 'file_taggings',
    'file_tags', 'file_variants', 'file_versions', 'files', 'blobs', 'storage_usage', 'object_index', 'object_search', 'object_versions',
    'associations', 'objects', 'object_counts', 'views', 'association_types', 'properties',
    'policies', 'policies_gone', 'event_subscriptions', 'work', 'schedules', 'causation_budgets',
    'dead_letters',
    'webhook_deliveries', 'webhooks', 'automation_runs', 'automations', 'job_runs',
    'scheduled_jobs', 'function_runs', 'function_versions', 'functions', 'object_types', 'imports', 'export_chunks', 'exports',
    'idempotency_keys', 'confirm_tokens', 'api_keys', 'notifications',
    'notification_preferences', 'messages', 'role_members', 'auth_tokens', 'auth_challenges', 'auth_counters', 'mfa_factors',
    'recovery_codes', 'passkeys', 'identities', 'sessions', 'users', 'roles', 'saml_assertions',
    'saml_providers', 'tenant_hosts', 'email_tenants', 'tenant_settings'] loop
    execute format(
      'delete from app.%I where ctid = any (array('
      'select ctid from app.%I where tenant_id = $1 limit 5000)) and tenant_id = $1',
      v_table, v_table) using p_tenant;
    get diagnostics v_removed = row_count;
    if v_removed > 0 then return false; end if;
  end loop;
  return true;
end $$;
comment on function worker.tenant_purge is
  'Removes the next rows of a deleted tenant; true when nothing is left. '
  'The journal stays until its retention ends';
