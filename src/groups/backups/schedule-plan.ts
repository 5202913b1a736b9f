import type { z } from 'zod';
import { nextFiring } from '../../ground/schedules/cron.ts';
import type { Context } from '../../operations/operation.ts';
import type { BackupSchedule } from './shapes.ts';

type Timing = Pick<z.infer<typeof BackupSchedule>, 'cron_expression' | 'timezone' | 'is_enabled'>;

/** Makes the input of app.backup_schedule_merge: when it fires next, and what that was planned from. */
function planned({ cron_expression, timezone, is_enabled }: Timing): object {
  const next_run_at = is_enabled ? nextFiring(cron_expression, timezone, new Date()) : null;
  return { cron_expression, timezone, is_enabled, next_run_at };
}

/** POST /admin/backup-schedules: plans its first firing. */
export const planNew = (_context: Context, args: Timing): object => ({
  ...args,
  made: planned(args),
});

/** PATCH /admin/backup-schedules/:schedule_id: plans its next firing, where the change concerns it. */
export async function planUpdate(
  { ask }: Context,
  args: { [name in keyof Timing]?: Timing[name] | undefined } & { schedule_id: string },
): Promise<object> {
  const old = await ask<Timing>('backup_schedule_get', { schedule_id: args.schedule_id });
  const { cron_expression, timezone, is_enabled } = old;
  const after: Timing = {
    cron_expression: args.cron_expression ?? cron_expression,
    timezone: args.timezone ?? timezone,
    is_enabled: args.is_enabled ?? is_enabled,
  };
  const isSame =
    after.cron_expression === cron_expression &&
    after.timezone === timezone &&
    after.is_enabled === is_enabled;
  // A firing may be due just now, and must neither be lost nor repeated.
  return { ...args, made: isSame ? after : planned(after) };
}
