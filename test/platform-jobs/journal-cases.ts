import type { JournalCases, Scene } from '../support/journal-cases.ts';

const list = '/admin/jobs';

/** One case for each operation on queued work that changes something. */
export const journalCases: JournalCases = (server) => {
  let id: string;
  /** A run of an automation that waits for a year. */
  const newJob = async ({ tenant }: Scene) => {
    id = `${tenant.tenant.id}.automation.run_of_case`;
    await server.db.query(
      `insert into app.work (tenant_id, kind, id, due_at)
       values ($1, 'automation', 'run_of_case', now() + interval '1 year') on conflict do nothing`,
      [tenant.tenant.id],
    );
    return `${list}/${id}`;
  };
  return {
    'platform_job.retry': {
      call: async (scene, h) => scene.platform.post(`${await newJob(scene)}/retry`, undefined, h),
      rows: () => [['queue_job.retried', 'queue_job', id]],
      refused: ({ platform }, h) => platform.post(`${list}/bak_x/retry`, undefined, h),
    },
    'platform_job.cancel': {
      call: async (scene, h) => scene.platform.post(`${await newJob(scene)}/cancel`, undefined, h),
      rows: () => [['queue_job.cancelled', 'queue_job', id]],
      refused: ({ platform }, h) => platform.post(`${list}/bak_x/cancel`, undefined, h),
    },
  };
};
