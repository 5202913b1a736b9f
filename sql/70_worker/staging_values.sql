create or replace function worker.staging_values(p_is_same boolean)
returns jsonb
language sql immutable as $$
  -- A token says which tenant it is for, and its secret does not depend on that.
  select case when p_is_same then '{}'::jsonb else jsonb
    '{"api_keys": {"secret_hash": "sha256(convert_to(gen_random_uuid()::text, ''UTF8''))"}}' end || jsonb $values${
    "journal": {
      "id": "app.staging_event(r.id)",
      "xid": "app.staging_place(r.xid)",
      "pending": "false",
      "root": "null"},
    "users": {"password_hash": "app.staging_hash(r.password_hash)"},
    "short_urls": {"password_hash": "app.staging_hash(r.password_hash)"},
    "files": {"storage_key": "case when r.checksum is null then $1 || '/uploads/' || r.id else $1 || '/snapshot/' || r.checksum end"},
    "file_versions": {"storage_key": "$1 || '/snapshot/' || r.checksum"},
    "schedules": {"next_run_at": "case when r.next_run_at is not null then 'infinity'::timestamptz end"},
    "tickets": {"number": "app.ticket_number_take($1)"},
    "tenant_settings": {
      "auth": "app.staging_settings('auth', r.auth)",
      "governance": "app.staging_settings('governance', r.governance)",
      "branding": "app.staging_settings('branding', r.branding) - '{custom_domain,custom_domain_status,custom_domain_token}'::text[]"},
    "email_domains": {"verified_at": "null"},
    "properties": {
      "index_status": "case when r.index_status = 'failed' or r.index_status = 'building' and r.is_unique then 'failed' when app.index_wanted(r) then 'ready' else 'none' end",
      "is_unique": "r.is_unique and r.index_status <> 'building'",
      "index_cursor": "null"},
    "messages": {
      "status": "case when r.status = 'queued' then 'muted' else r.status end",
      "variables": "case when r.status = 'queued' then '{}' else r.variables end",
      "text": "case when r.status <> 'queued' then r.text end",
      "html": "case when r.status <> 'queued' then r.html end",
      "error": "case when r.status = 'queued' then 'It waited when the snapshot was made. A copy does not send it.' else r.error end"},
    "webhook_deliveries": {
      "status": "case when r.status in ('pending', 'retrying') then 'muted' else r.status end",
      "next_attempt_at": "null",
      "completed_at": "case when r.status in ('pending', 'retrying') then now() else r.completed_at end",
      "error": "case when r.status in ('pending', 'retrying') then 'It waited when the snapshot was made. A copy does not send it.' else r.error end"},
    "automation_runs": {
      "status": "case when r.status in ('queued', 'running') then 'cancelled' else r.status end",
      "finished_at": "case when r.status in ('queued', 'running') then now() else r.finished_at end",
      "error": "case when r.status in ('queued', 'running') then 'It was under way when the snapshot was made. A copy does not go on with it.' else r.error end"},
    "function_runs": {
      "status": "case when r.status in ('queued', 'running') then 'failed' else r.status end",
      "finished_at": "case when r.status in ('queued', 'running') then now() else r.finished_at end",
      "error": "case when r.status in ('queued', 'running') then 'It was under way when the snapshot was made. A copy does not go on with it.' else r.error end"},
    "job_runs": {
      "status": "case when r.status in ('queued', 'running') then 'failed' else r.status end",
      "finished_at": "case when r.status in ('queued', 'running') then now() else r.finished_at end",
      "error": "case when r.status in ('queued', 'running') then 'It was under way when the snapshot was made. A copy does not go on with it.' else r.error end"},
    "integration_syncs": {
      "status": "case when r.status in ('queued', 'running') then 'failed' else r.status end",
      "finished_at": "case when r.status in ('queued', 'running') then now() else r.finished_at end",
      "error": "case when r.status in ('queued', 'running') then 'It was under way when the snapshot was made. A copy does not go on with it.' else r.error end"},
    "workflow_runs": {
      "status": "case when r.status = 'running' then 'failed' else r.status end",
      "finished_at": "case when r.status = 'running' then now() else r.finished_at end",
      "error": "case when r.status = 'running' then 'It was under way when the snapshot was made. A copy does not go on with it.' else r.error end"},
    "dead_letters": {"status": "case when r.status = 'retrying' then 'dead' else r.status end"}}$values$
$$;
comment on function worker.staging_values is
  'By table and column, the value that a row r of a snapshot has in the tenant $1 where it is another than in the snapshot: what '
  'belongs to the installation, what must not be believed, what was under way. p_is_same: the tenant keeps its id';
