import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const platformJobs: Group = {
  name: 'platform-jobs',
  description:
    'Queued work of all tenants, and operations such as backups, for the operator. See docs/operate/desk.md.',
  routes,
  events: { queue_job: 'retried cancelled' },
  parameters: { queue_job_id: 'The id of queued work, as the list shows it' },
};
