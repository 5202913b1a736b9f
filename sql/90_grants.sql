-- Every privilege in one place, given again each time: a privilege that is not listed here is not
-- given.
alter default privileges for role insula_owner revoke execute on functions from public;
do $$
declare
  v_schema text;
  v_everyone constant text :=
    'public, insula_api, insula_tenant, insula_platform, insula_worker, insula_sql';
begin
  foreach v_schema in array array['app', 'auth', 'api', 'bounded', 'platform', 'gateway', 'worker', 'operators'] loop
    execute format('revoke all on all functions in schema %I from %s', v_schema, v_everyone);
    execute format('revoke all on all tables in schema %I from %s', v_schema, v_everyone);
    execute format('revoke all on schema %I from %s', v_schema, v_everyone);
  end loop;
end $$;

-- The API process: the gateway, and the credential checks that the gateway calls.
grant usage on schema gateway, auth to insula_api;
grant execute on all functions in schema gateway to insula_api;
grant execute on function auth.admit, auth.authenticate, auth.authenticate_user, auth.platform_principal, auth.platform_key, auth.limits,
  auth.keys_used, auth.meters_add, auth.tenant_find, auth.signing_keys, auth.signing_key_add to insula_api;

-- The roles that tenant code and /admin code run as: the same tables under the same policy.
grant usage on schema app, auth, api, gateway to insula_tenant;
grant usage on schema app, auth, platform, gateway to insula_platform;
grant usage on schema ext to insula_tenant, insula_platform;
grant usage on schema operators to insula_platform;
grant select on all tables in schema operators to insula_platform;
grant execute on all functions in schema app to insula_tenant, insula_platform, insula_worker;
grant execute on all functions in schema api to insula_tenant;
grant execute on all functions in schema platform to insula_platform;
grant execute on function gateway.dispatch to insula_tenant;
grant execute on function gateway.dispatch_platform to insula_platform;
grant execute on function auth.tenants_shown, auth.tenants_of_email, auth.errors_shown, auth.usage_shown,
  auth.subscriptions_shown, auth.revenue_of, auth.churn_of, auth.tenants_summed,
  auth.tickets_shown, auth.ticket_tenant, auth.diffs_shown, auth.diff_tenant, auth.flag_overrides,
  auth.installation_health, auth.installation_stats, auth.dead_letter_tenants, auth.dead_letters_shown,
  auth.jobs_shown, auth.impersonations_of, auth.host_holder, auth.route_ids, auth.route_own, auth.routes_shown
  to insula_platform;
grant execute on function auth.token_mint, auth.random_base62, auth.base62, auth.user_roles,
  auth.user_principal, auth.reject to insula_tenant, insula_platform;

grant select on all tables in schema app to insula_tenant, insula_platform, insula_worker;
grant insert, update, delete on
  app.api_keys, app.object_types, app.properties, app.objects, app.object_index,
  app.object_versions, app.object_counts, app.confirm_tokens, app.object_search,
  app.association_types, app.associations, app.views, app.idempotency_keys, app.imports,
  app.exports, app.export_chunks, app.tenant_settings, app.tenant_hosts, app.email_tenants,
  app.users, app.sessions, app.identities, app.auth_tokens, app.auth_challenges,
  app.auth_counters, app.mfa_factors, app.recovery_codes, app.passkeys, app.saml_providers,
  app.saml_assertions, app.roles, app.role_members, app.policies,
  app.policies_gone, app.messages,
  app.notifications, app.notification_preferences, app.event_subscriptions, app.work,
  app.schedules, app.dead_letters, app.webhooks, app.webhook_deliveries, app.automations,
  app.automation_runs, app.scheduled_jobs, app.job_runs, app.functions, app.function_versions,
  app.function_runs, app.causation_budgets, app.storage_usage, app.blobs, app.file_variants, app.files,
  app.file_versions, app.file_tags, app.file_taggings, app.file_collections,
  app.file_collection_items, app.short_urls, app.short_url_tags,
  app.short_url_clicks, app.short_url_visitors, app.short_url_counts,
  app.error_groups, app.error_samples, app.error_releases, app.error_usage,
  app.plan_standings, app.dashboards, app.widgets, app.saved_reports, app.report_runs,
  app.ai_providers, app.ai_usage, app.ai_calls, app.ai_conversations, app.ai_messages,
  app.vector_collections, app.vectors, app.vector_bits, app.vector_words, app.ai_indexes, app.ai_index_changes,
  app.forms, app.form_submissions, app.form_counts, app.form_uploads, app.workflows,
  app.workflow_versions, app.workflow_states, app.workflow_runs, app.workflow_history,
  app.message_attachments, app.email_templates, app.email_suppressions, app.email_domains,
  app.email_report_keys, app.tickets, app.ticket_messages, app.portal_sessions, app.comments,
  app.comment_reactions, app.integrations, app.integration_syncs, app.integration_logs,
  app.integration_links, app.integration_messages, app.plugins, app.plugin_parts,
  app.user_announcements, app.user_announcement_reads, app.sandboxes, app.user_erasures,
  app.ledgers, app.ledger_series, app.ledger_accounts, app.ledger_entries, app.ledger_days,
  app.ledger_balances, app.ledger_periods, app.ledger_rates, app.ledger_references,
  app.ledger_tax_rates, app.invariants, app.invariant_locks
  to insula_tenant, insula_platform, insula_worker;
grant insert on app.journal to insula_tenant, insula_platform, insula_worker;  -- append only
-- Posted lines of books never change; the worker removes those of deleted tenants.
grant insert on app.ledger_lines to insula_tenant, insula_platform, insula_worker;
grant delete on app.ledger_lines to insula_worker;
grant insert on app.journal_seals to insula_worker;
grant insert, update, delete on app.meters to insula_worker;
grant delete on app.usage_months to insula_worker;
grant insert, update on app.tenants to insula_platform;
-- Only the payment provider decides what a tenant has paid for, never a request of the tenant.
grant insert, update, delete on app.subscriptions, app.billing_events, app.mock_invoices
  to insula_platform;
grant delete on app.subscriptions, app.billing_events, app.mock_invoices to insula_worker;  -- of deleted tenants
grant update (provider, customer_id, cancel_at_period_end, updated_at) on app.subscriptions
  to insula_tenant;
grant insert, update, delete on app.plans, app.book_records, app.announcements to insula_platform;
grant insert, update on app.platform_keys to insula_platform;
grant update on app.installation_settings to insula_platform;
grant insert, update, delete on app.feature_flags, app.routes to insula_platform;
grant update (name, region, status, capacity, weight, updated_at) on app.shards to insula_platform;
grant insert on app.platform_audits to insula_platform;  -- append only
grant insert on app.erasures to insula_platform;
grant update (rows) on app.erasures to insula_worker;
grant insert, update, delete on app.backups, app.restores, app.backup_schedules to insula_platform;
grant insert, update on app.migrations to insula_platform;
grant update (name, ip_allowlist, session_duration, mfa_roles, updated_at, is_nearly_full) on app.tenants
  to insula_tenant;
grant update (is_nearly_full) on app.tenants to insula_worker;

-- Comparisons of tenants: the operator asks for them, the worker makes them.
grant insert, update, delete on app.diffs, app.diff_changes to insula_platform, insula_worker;

grant insert on app.ticket_notes to insula_platform;
grant insert, delete on app.ticket_notes to insula_worker;  -- loaded with a tenant, and of deleted ones

-- The worker: its jobs, and the queue.
grant usage on schema app, worker to insula_worker;
grant execute on all functions in schema worker to insula_worker;

-- Functions and tables that only definers or the owner may call or read.
revoke select on app.signing_keys, app.meter_writers, app.call_days from insula_tenant, insula_platform, insula_worker;
revoke select on app.book_records, app.platform_keys, app.platform_audits from insula_tenant, insula_worker;
revoke select on app.erasures from insula_tenant;  -- they tell of other tenants
revoke select on app.backups, app.restores, app.backup_schedules, app.drills from insula_tenant, insula_worker;
revoke select on app.routes from insula_tenant;  -- they tell of other tenants
revoke select on app.migrations from insula_tenant, insula_worker;
revoke select on app.encryption_keys, app.key_holders from insula_tenant, insula_platform, insula_worker;
revoke select on app.worker_processes from insula_tenant;  -- names of machines
revoke select on app.diffs, app.diff_changes from insula_tenant;  -- they show another tenant
revoke select on app.ticket_notes from insula_tenant;  -- what the operator notes is not the tenant's to see
revoke select on app.installation_settings from insula_tenant, insula_worker;
revoke select on app.ticket_numbers from insula_tenant, insula_platform, insula_worker;
revoke execute on function app.journal_partitions_ensure, app.statistics_ensure, app.place_raise,
  app.places_raise, app.rewind, app.places_lift, app.places_lift_each, app.lineage_note,
  app.outbound_held, app.outbound_state, app.outbound_waiting
  from insula_tenant, insula_platform, insula_worker;
revoke execute on function app.outbound_set from insula_tenant, insula_worker;

-- The logins of tenants: what the relations of their statements are made of (app.sql_relation), to read.
grant usage on schema app, bounded to insula_sql;
grant execute on all functions in schema bounded to insula_sql;
grant select on app.objects, app.object_index, app.associations to insula_sql;
grant select (tenant_id, id, name, display_name, is_strict, user_access, created_at, updated_at)
  on app.object_types to insula_sql;
grant select (tenant_id, id, filename, mime_type, size_bytes, access, folder, status, width, height,
  version, object_type_id, object_id, uploaded_by, is_deleted, created_at, updated_at)
  on app.files to insula_sql;
grant select (tenant_id, id, email, phone, role, email_verified_at, phone_verified_at, user_metadata,
  is_anonymous, banned_at, last_sign_in_at, created_at, updated_at) on app.users to insula_sql;
grant select (tenant_id, id, resource_type, resource_id, after, created_at)
  on app.journal to insula_sql;
grant execute on function app.filter_holds, app.filter_holds_whole, app.filter_external_holds,
  app.filter_test, app.filter_member, app.object_field, app.moment_text, app.set_key to insula_sql;
