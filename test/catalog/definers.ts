/**
 * Functions that run as the owner, past row-level security, by the folder of `sql/` where each may lie. Each was read with
 * that in mind.
 */
export const definers = {
  /** Tenant code may call them: each answers only for the tenant of the caller's own context. */
  '20_engines': [
    'app.address_drop',
    'app.address_take',
    'app.audit_indexed',
    'app.directories_clear',
    'app.email_directory',
    'app.host_directory',
    'app.place_settle',
    'app.search_ids',
    'app.slug_directory',
    'app.subscription_open',
    'app.ticket_number_take',
    'app.vector_words_ids',
  ],
  /** They look for a caller, before the tenant is known. */
  '30_auth': [
    'auth.authenticate',
    'auth.authenticate_user',
    'auth.limits',
    'auth.signing_key_add',
    'auth.signing_keys',
    'auth.tenant_find',
  ],
  '40_gateway': [
    'gateway.database_size',
    'gateway.lineage_state',
    'gateway.metrics',
    'gateway.nodes_ready',
    'gateway.outbound_held',
    'gateway.outbound_hold',
    'gateway.rewind',
    'gateway.tenant_node',
    'gateway.vitals',
  ],
  /** Generated from the registry; as those of the engines. */
  '90_registry_tables.sql': ['app.ids_containing'],
  /** One call reads or counts many tenants. */
  '62_fleet': [
    'auth.churn_of',
    'auth.errors_shown',
    'auth.keys_used',
    'auth.meters_add',
    'auth.revenue_of',
    'auth.subscriptions_shown',
    'auth.tenants_of_email',
    'auth.tenants_shown',
    'auth.tenants_summed',
    'auth.ticket_tenant',
    'auth.tickets_shown',
    'auth.usage_shown',
  ],
  '70_worker': [
    'worker.database_size',
    'worker.dispatch_tenant',
    'worker.housekeeping',
    'worker.journal_pending',
    'worker.journal_retire',
    'worker.journal_seals_trim',
    'worker.journal_unsealed',
    'worker.lineage_state',
    'worker.messages_due',
    'worker.meters_roll_up',
    'worker.metrics',
    'worker.outbound_held',
    'worker.process_ended',
    'worker.process_seen',
    'worker.retention_tenants',
    'worker.rewind',
    'worker.round_ended',
    'worker.schedules_due',
    'worker.shard_isolate',
    'worker.shard_move',
    'worker.storage_strangers',
    'worker.storage_tenants',
    'worker.subscription_period_end',
    'worker.tenant_move_next',
    'worker.vitals',
    'worker.work_claim',
    'worker.work_due',
    'worker.workers_seen',
  ],
};

/** Those of `62_fleet` that the gateway calls, with what a process has counted. The others are only for /admin and /owner. */
export const counting = ['auth.keys_used', 'auth.meters_add'];
