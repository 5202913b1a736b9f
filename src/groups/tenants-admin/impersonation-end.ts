import type { Task } from '../../tools/lanes/tasks.ts';

/** Notes the end of an impersonation; while it lasts, worker.impersonation_end queues this again. */
export const endImpersonation: Task = async ({ tenant_id, subject, query }) => {
  await query('select worker.impersonation_end($1, $2)', [tenant_id, subject]);
};
