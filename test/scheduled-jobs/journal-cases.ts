import type { Case, Row, Scene } from '../support/journal-cases.ts';
import { seedDeadLetter, seedJob } from '../support/seed-jobs.ts';
import type { TestServer } from '../support/server.ts';

const jobs = '/v1/scheduled-jobs';
const job = {
  name: 'Daily',
  cron_expression: '0 9 * * *',
  action_type: 'event',
  action_config: { event_type: 'daily' },
};
/** Made before the call under test. */
let id: string;
const newJob = async ({ tenant }: Scene) => {
  id = (await tenant.post(jobs, job)).body.data.id;
  return `${jobs}/${id}`;
};
const changed = (event: string) => (): Row[] => [[event, 'job', id]];

/** One case for each operation on scheduled jobs and dead letters that changes something. */
export const journalCases = (server: TestServer): Record<string, Case> => {
  /** Of a run of a job that is there, so that it can be tried again. */
  const newLetter = async ({ tenant }: Scene) => {
    const { job_run_id } = await seedJob(tenant, 'daily');
    id = await seedDeadLetter(server.db, tenant.tenant.id, 'daily');
    await server.db.query(
      `with run as (update app.job_runs set status = 'failed' where id = $2)
       update app.dead_letters set record_id = $2 where id = $1`,
      [id, job_run_id],
    );
    return `/v1/dlq/${id}`;
  };
  return {
    'job.create': {
      call: ({ tenant }, h) => tenant.post(jobs, job, h),
      rows: (_, data) => [['job.created', 'job', data.id]],
      refused: ({ tenant }, h) => tenant.post(jobs, { ...job, cron_expression: 'x' }, h),
    },
    'job.update': {
      call: async (scene, h) => scene.tenant.patch(await newJob(scene), { enabled: false }, h),
      rows: changed('job.updated'),
      refused: ({ tenant }, h) => tenant.patch(`${jobs}/job_0`, { enabled: false }, h),
    },
    'job.delete': {
      call: async (scene, h) => scene.tenant.delete(await newJob(scene), undefined, h),
      rows: changed('job.deleted'),
      refused: ({ tenant }, h) => tenant.delete(`${jobs}/job_0`, undefined, h),
    },
    'job.execute': {
      call: async (scene, h) => scene.tenant.post(`${await newJob(scene)}/execute`, undefined, h),
      rows: changed('job.executed'),
      refused: ({ tenant }, h) => tenant.post(`${jobs}/job_0/execute`, undefined, h),
    },
    'dead_letter.retry': {
      call: async (scene, h) => scene.tenant.post(`${await newLetter(scene)}/retry`, undefined, h),
      rows: () => [['dead_letter.retried', 'dead_letter', id]],
      refused: ({ tenant }, h) => tenant.post('/v1/dlq/dlq_0/retry', undefined, h),
    },
    'dead_letter.retry_all': {
      call: async (scene, h) => {
        await newLetter(scene);
        return scene.tenant.post('/v1/dlq/retry-all', { source: 'job' }, h);
      },
      rows: () => [['dead_letter.retried', 'dead_letter', id]],
      refused: ({ tenant }, h) => tenant.post('/v1/dlq/retry-all', { source: 'fax' }, h),
    },
    'dead_letter.discard': {
      call: async (scene, h) => scene.tenant.delete(await newLetter(scene), undefined, h),
      rows: () => [['dead_letter.discarded', 'dead_letter', id]],
      refused: ({ tenant }, h) => tenant.delete('/v1/dlq/dlq_0', undefined, h),
    },
    'platform_dead_letter.retry': {
      call: async (scene, h) => {
        await newLetter(scene);
        return scene.platform.post(`/admin/dlq/${id}/retry`, undefined, h);
      },
      rows: () => [['dead_letter.retried', 'dead_letter', id]],
      refused: ({ platform }, h) => platform.post('/admin/dlq/dlq_0/retry', undefined, h),
    },
    'platform_dead_letter.discard': {
      call: async (scene, h) => {
        await newLetter(scene);
        return scene.platform.delete(`/admin/dlq/${id}`, undefined, h);
      },
      rows: () => [['dead_letter.discarded', 'dead_letter', id]],
      refused: ({ platform }, h) => platform.delete('/admin/dlq/dlq_0', undefined, h),
    },
  };
};
