import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const scheduledJobs: Group = {
  name: 'scheduled-jobs',
  description: 'Actions that run at set times: by a cron expression in a time zone, or once.',
  routes,
  events: { job: 'created updated deleted executed completed failed' },
  parameters: {
    job_id: 'The id of a scheduled job',
    job_run_id: 'The id of a run of a scheduled job',
  },
  lanes: [async () => (await import('./lane.ts')).startJobLane],
};
