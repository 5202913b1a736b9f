import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const migrations: Group = {
  name: 'migrations',
  description:
    'Migrations of stored data, which a worker does beside requests: indexes are checked and completed, counters counted again, secrets sealed again while ENCRYPTION_KEY is replaced. Needs the platform key (PLATFORM_ADMIN_KEY). See docs/operate/desk.md.',
  routes,
  parameters: { migration_id: 'The id of a migration' },
  tasks: {
    reseal: async (deps) => (await import('./reseal-task.ts')).resealTask(deps),
    reindex: async () => (await import('./walk-task.ts')).walkTask,
    backfill: async () => (await import('./walk-task.ts')).walkTask,
  },
  crons: {
    // Only while ENCRYPTION_KEY is replaced is there anything to count.
    old_seals: {
      cron: '*/10 * * * *',
      load: async (deps) => (await import('./count-old.ts')).countOld(deps),
    },
  },
};
