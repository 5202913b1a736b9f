import type { Task as Job } from 'graphile-worker';
import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

/** Counts what is too dear to count for each reading of /metrics. */
const countFigures: Job = async (_payload, { query }) => {
  await query('select worker.figures_count()');
};

export const platformStatus: Group = {
  name: 'platform-status',
  description:
    'The health of the installation and of single tenants, and statistics of all tenants, for the operator. See docs/operate/desk.md.',
  routes,
  crons: {
    figures: {
      cron: '*/10 * * * *',
      options: { backfillPeriod: 3_600_000 },
      load: () => countFigures,
    },
  },
};
