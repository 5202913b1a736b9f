import { BackupLook } from '../../backup/look.ts';
import { repeatUntilDone } from '../../tools/lanes/repeat.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { Handovers } from './handover.ts';
import './services.ts';
import { shelfOf } from '../../snapshot/shelf.ts';
import { cloneRoutes } from './clone-routes.ts';
import { drillRoutes } from './drill-routes.ts';
import { pastRoutes } from './past-routes.ts';
import { restoreRoutes } from './restore-routes.ts';
import { backupRoutes } from './routes.ts';
import { scheduleRoutes } from './schedule-routes.ts';
import { statusRoutes } from './status-routes.ts';

export type { Loaded } from './loading.ts';
export { restoreTarget } from './restore-given.ts';

/** The making of a tenant out of a living one, for workers. */
export const copying = async () => ({
  ...(await import('./loading.ts')),
  ...(await import('./copy.ts')),
});

export const backups: Group = {
  name: 'backups',
  description:
    'Snapshots of single tenants: made, scheduled, uploaded, verified, downloaded, restored as new tenants; and copies of living tenants. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes: [
    ...backupRoutes,
    ...statusRoutes,
    ...restoreRoutes,
    ...pastRoutes,
    ...cloneRoutes,
    ...scheduleRoutes,
    ...drillRoutes,
  ],
  parameters: {
    backup_id: 'The id of a backup',
    restore_id: 'The id of a restore',
    schedule_id: 'The id of a schedule of backups',
  },
  apiServices: ({ config }) => ({
    ...{ shelf: shelfOf(config), handovers: new Handovers() },
    backupLook: new BackupLook(config.backup),
  }),
  tasks: {
    backup: async (deps) => (await import('./backup-task.ts')).backupTask(deps),
    backup_verify: async (deps) => (await import('./verify-task.ts')).verifyTask(deps),
    backup_schedule: () => repeatUntilDone('backup_schedule_walk'),
    tenant_diff_apply: async (deps) => (await import('./apply-task.ts')).applyTask(deps),
    tenant_diff_backup: async (deps) => (await import('./diff-task.ts')).diffTask(deps),
    restore_into: async (deps) => (await import('./restore-into-task.ts')).restoreIntoTask(deps),
    tenant_clone: async (deps) => (await import('./clone-task.ts')).cloneTask(deps),
    restore_new: async (deps) => (await import('./restore-task.ts')).restoreTask(deps),
  },
  crons: {
    // Seldom enough for a server that does nothing.
    snapshots: {
      cron: '*/5 * * * *',
      load: async ({ storage }) => (await import('./every-minutes.ts')).everyMinutes(storage),
    },
    backup_sweep: {
      cron: '27 * * * *',
      options: { backfillPeriod: 3_600_000 },
      load: async (deps) => (await import('./sweep.ts')).backupSweep(deps),
    },
  },
};
