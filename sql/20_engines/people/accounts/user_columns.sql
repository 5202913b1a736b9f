create or replace function app.user_columns()
returns table (
  table_name text, column_name text, kind text, on_merge text, export text, shown text)
language sql immutable as $$
  values
    -- Data of a person.
    ('objects', 'created_by', 'id', 'own', 'objects', null),
    ('files', 'uploaded_by', 'id', 'own', 'files', null),
    ('views', 'created_by', 'id', 'own', 'views', 'app.view_json(row(r.*)::app.views)'),
    ('comments', 'author_id', 'id', 'move', 'comments', null),
    ('comment_reactions', 'author_id', 'id', 'own', 'reactions',
      $j$jsonb_build_object('comment_id', r.comment_id, 'emoji', r.emoji, 'created_at', r.created_at)$j$),
    ('notifications', 'user_id', 'id', 'move', 'notifications', null),
    ('messages', 'user_id', 'id', 'move', 'messages', 'app.message_json(row(r.*)::app.messages)'),
    ('ai_conversations', 'owner', 'user', 'move', 'conversations', null),
    -- The results of a report are others' data, which the caller may not see any more.
    ('report_runs', 'ran_by', 'id', 'move', 'report_runs', $j$jsonb_build_object(
      'run_id', r.id, 'report_id', r.report_id, 'type', r.type, 'generated_at', r.generated_at)$j$),
    ('saved_reports', 'created_by', 'id', 'move', 'reports',
      'app.report_json(row(r.*)::app.saved_reports)'),
    ('dashboards', 'created_by', 'id', 'move', 'dashboards',
      $j$app.dashboard_json(row(r.*)::app.dashboards)::jsonb - 'share_token'$j$),
    ('short_urls', 'created_by', 'id', 'move', 'short_urls',
      $j$jsonb_build_object('id', r.id, 'slug', r.slug, 'url', r.url, 'created_at', r.created_at)$j$),
    ('imports', 'created_by', 'id', 'move', 'imports', 'app.import_json(row(r.*)::app.imports)'),
    ('exports', 'created_by', 'id', 'move', 'exports', 'app.export_json(row(r.*)::app.exports)'),
    ('tickets', 'requester_id', 'id', 'move', 'tickets', $j$jsonb_build_object(
      'id', r.id, 'number', r.number, 'subject', r.subject, 'status', r.status,
      'created_at', r.created_at, 'messages', (
        select json_agg(jsonb_build_object('author', m.author, 'body', m.body,
          'created_at', m.created_at) order by m.id)::jsonb
        from app.ticket_messages m where m.tenant_id = r.tenant_id and m.ticket_id = r.id))$j$),
    ('ticket_messages', 'author', 'party', 'move', 'tickets', null),
    ('workflow_runs', 'assignee', 'id', 'move', 'workflow_tasks', $j$jsonb_build_object(
      'run_id', r.id, 'workflow_id', r.workflow_id, 'status', r.status)$j$),
    -- Data of the other account, and data that is deleted with a user.
    ('notification_preferences', 'user_id', 'id', 'go', 'preferences', null),
    ('identities', 'user_id', 'id', 'go', 'identities', null),
    ('sessions', 'user_id', 'id', 'go', 'sessions', null),
    ('mfa_factors', 'user_id', 'id', 'go', 'mfa_factors', null),
    ('passkeys', 'user_id', 'id', 'go', 'passkeys', null),
    ('recovery_codes', 'user_id', 'id', 'go', null, null),
    ('auth_tokens', 'user_id', 'id', 'go', null, null),
    ('auth_challenges', 'user_id', 'id', 'go', null, null),
    ('role_members', 'user_id', 'id', 'go', 'user', null),
    -- Records of the tenant that a user made: their author is exported, and they stay as they were.
    ('ai_providers', 'created_by', 'id', 'stay', 'made', null),
    ('api_keys', 'created_by', 'id', 'stay', 'made', null),
    ('association_types', 'created_by', 'id', 'stay', 'made', null),
    ('associations', 'created_by', 'id', 'stay', 'made', null),
    ('automations', 'created_by', 'id', 'stay', 'made', null),
    ('email_templates', 'created_by', 'id', 'stay', 'made', null),
    ('file_collections', 'created_by', 'id', 'stay', 'made', null),
    ('file_tags', 'created_by', 'id', 'stay', 'made', null),
    ('forms', 'created_by', 'id', 'stay', 'made', null),
    ('functions', 'created_by', 'id', 'stay', 'made', null),
    ('integrations', 'created_by', 'id', 'stay', 'made', null),
    ('object_types', 'created_by', 'id', 'stay', 'made', null),
    ('policies', 'created_by', 'id', 'stay', 'made', null),
    ('scheduled_jobs', 'created_by', 'id', 'stay', 'made', null),
    ('users', 'created_by', 'id', 'stay', 'made', null),
    ('webhooks', 'created_by', 'id', 'stay', 'made', null),
    ('workflows', 'created_by', 'id', 'stay', 'made', null),
    -- Authors of single past actions: history, which the export holds as events and audit.
    ('objects', 'updated_by', 'id', 'stay', null, null),
    ('object_versions', 'created_by', 'id', 'stay', null, null),
    ('file_versions', 'created_by', 'id', 'stay', null, null),
    ('file_taggings', 'created_by', 'id', 'stay', null, null),
    ('file_collection_items', 'added_by', 'id', 'stay', null, null),
    ('function_versions', 'created_by', 'id', 'stay', null, null),
    ('plugins', 'installed_by', 'id', 'stay', null, null),
    ('role_members', 'assigned_by', 'id', 'stay', null, null),
    ('tenant_settings', 'updated_by', 'id', 'stay', null, null),
    ('journal', 'actor', 'party', 'stay', 'audit', null),
    ('workflow_history', 'actor', 'party', 'stay', null, null),
    ('comments', 'mentions', 'ids', 'stay', null, null),
    ('comments', 'told', 'ids', 'stay', null, null),
    -- Principals of later work: rights, which no merge hands on.
    ('exports', 'principal', 'party', 'stay', null, null),
    ('automation_runs', 'principal', 'party', 'stay', null, null),
    ('confirm_tokens', 'principal', 'party', 'stay', null, null),
    ('function_runs', 'principal', 'party', 'stay', null, null),
    ('idempotency_keys', 'principal', 'party', 'stay', null, null),
    ('ai_indexes', 'actor', 'party', 'stay', null, null),
    ('automations', 'actor', 'party', 'stay', null, null),
    ('forms', 'actor', 'party', 'stay', null, null),
    ('functions', 'actor', 'party', 'stay', null, null),
    ('integrations', 'actor', 'party', 'stay', null, null),
    ('scheduled_jobs', 'actor', 'party', 'stay', null, null),
    ('workflow_versions', 'actor', 'party', 'stay', null, null),
    ('dashboards', 'shared_by', 'party', 'stay', null, null),
    ('ai_indexes', 'authors', 'parties', 'stay', null, null),
    ('ai_providers', 'authors', 'parties', 'stay', null, null),
    ('automations', 'authors', 'parties', 'stay', null, null),
    ('forms', 'authors', 'parties', 'stay', null, null),
    ('function_runs', 'authors', 'parties', 'stay', null, null),
    ('function_versions', 'authors', 'parties', 'stay', null, null),
    ('functions', 'authors', 'parties', 'stay', null, null),
    ('integrations', 'authors', 'parties', 'stay', null, null),
    ('saml_providers', 'authors', 'parties', 'stay', null, null),
    ('saved_reports', 'authors', 'parties', 'stay', null, null),
    ('scheduled_jobs', 'authors', 'parties', 'stay', null, null),
    ('tenant_settings', 'authors', 'parties', 'stay', null, null),
    ('webhooks', 'authors', 'parties', 'stay', null, null),
    ('widgets', 'authors', 'parties', 'stay', null, null),
    ('workflow_versions', 'authors', 'parties', 'stay', null, null),
    ('workflows', 'authors', 'parties', 'stay', null, null)
$$;
comment on function app.user_columns is
  'Every column that names a user, how (id; user: as user:<id>; party: as {type, id}; ids and parties: several), what a merge '
  'of two users does with it (own: a function of its own, which journals; move; go: with the user; stay), under which name '
  'GET /v1/auth/me/export shows its rows, and the expression that shows one of them, r; null where a function does. A test '
  'holds it against the catalog';
