import type pg from 'pg';
import type { TenantClient } from './api.ts';

/** A scheduled job and a run of it that waits for a worker, with `marker` in what callers write. */
export async function seedJob(api: TenantClient, marker: string) {
  const { body } = await api.post('/v1/scheduled-jobs', {
    name: marker,
    description: marker,
    cron_expression: '0 0 1 1 *',
    action_type: 'event',
    action_config: { event_type: marker, data: { [marker]: marker } },
  });
  if (!body.success) throw new Error(JSON.stringify(body));
  const run = await api.post(`/v1/scheduled-jobs/${body.data.id}/execute`);
  return { job_id: body.data.id as string, job_run_id: run.body.data.run_id as string };
}

/** Rows that a worker writes about jobs, with `marker` in every text. @returns the id of a dead letter */
export async function seedDeadLetter(db: pg.Pool, tenant: string, marker: string): Promise<string> {
  const { rows } = await db.query(
    `with runs as (
       update app.job_runs set output = to_jsonb($2::text), error = $2 where tenant_id = $1)
     insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, payload, error, attempts,
       max_attempts)
     values ($1, app.new_id('dlq'), 'job', $2, $2, $2, jsonb_build_object($2::text, $2::text), $2, 3, 3) returning id`,
    [tenant, marker],
  );
  return rows[0].id;
}

/** A row in each table of scheduled jobs, and a dead letter, with nothing that a worker would do. */
export async function seedJobRows(db: pg.Pool, tenant: string): Promise<void> {
  await db.query(
    `with job as (
       insert into app.scheduled_jobs (tenant_id, id, name, cron_expression, action_type)
       values ($1, app.new_id('job'), 'J', '0 0 1 1 *', 'event') returning id),
     schedule as (
       insert into app.schedules (tenant_id, kind, subject_id, cron_expression)
       select $1, 'job', id, '0 0 1 1 *' from job)
     insert into app.job_runs (tenant_id, id, job_id, trigger, status)
     select $1, app.new_id('jrun'), id, 'manual', 'skipped' from job`,
    [tenant],
  );
  await seedDeadLetter(db, tenant, 'x');
}
