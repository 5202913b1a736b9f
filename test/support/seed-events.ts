import type pg from 'pg';

/** One row in every table of events, for a tenant of seedTenants, straight from the owner. */
export async function seedEvents(db: pg.Pool, letter: string): Promise<void> {
  const tenant = `ten_${letter}`;
  await db.query(`
    with subscription as (
      insert into app.event_subscriptions (tenant_id, kind, subscriber_id, events)
      values ('${tenant}', 'webhook', 'whk_${letter}', '{*}')),
    work as (insert into app.work (tenant_id, kind, id) values ('${tenant}', 'webhook', 'whd_${letter}')),
    budget as (insert into app.causation_budgets (tenant_id, root) values ('${tenant}', gen_random_uuid())),
    schedule as (
      insert into app.schedules (tenant_id, kind, subject_id, cron_expression)
      values ('${tenant}', 'job', 'job_${letter}', '0 0 * * *')),
    dead_letter as (
      insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, payload, attempts, max_attempts)
      values ('${tenant}', 'dlq_${letter}', 'webhook', 'whk_${letter}', 'whd_${letter}', 't', '{}', 1, 1)),
    webhook as (
      insert into app.webhooks (tenant_id, id, url, secret, secret_preview)
      values ('${tenant}', 'whk_${letter}', 'https://${letter}.example', 's', 'p')),
    delivery as (
      insert into app.webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, url, request_body)
      values ('${tenant}', 'whd_${letter}', 'whk_${letter}', 'evt_${letter}', 'x', 'https://${letter}.example', '{}')),
    automation as (
      insert into app.automations (tenant_id, id, name, trigger_event)
      values ('${tenant}', 'auto_${letter}', 'A', 'manual')),
    automation_run as (
      insert into app.automation_runs (tenant_id, id, automation_id, trigger, principal)
      values ('${tenant}', 'arun_${letter}', 'auto_${letter}', '{}', '{}')),
    job as (
      insert into app.scheduled_jobs (tenant_id, id, name, cron_expression, action_type)
      values ('${tenant}', 'job_${letter}', 'J', '0 0 * * *', 'cleanup')),
    job_run as (
      insert into app.job_runs (tenant_id, id, job_id, trigger)
      values ('${tenant}', 'jrun_${letter}', 'job_${letter}', 'manual')),
    function as (
      insert into app.functions (tenant_id, id, name, code) values ('${tenant}', 'fn_${letter}', 'F', '')),
    version as (
      insert into app.function_versions (tenant_id, function_id, version, code)
      values ('${tenant}', 'fn_${letter}', 1, ''))
    insert into app.function_runs (tenant_id, id, function_id, version, trigger, principal)
    values ('${tenant}', 'fnrun_${letter}', 'fn_${letter}', 1, '{}', '{}')`);
}
