import { z } from 'zod';
import { cronExpression, timezone } from '../../ground/schedules/cron.ts';
import { deleted, offsetQuery, total } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { planNew, planUpdate } from './schedule-plan.ts';
import { BackupSchedule, backupType, expiresInDays, label, tenantId } from './shapes.ts';

const list = '/admin/backup-schedules';
const one = `${list}/:schedule_id`;

const fields = z.object({
  name: z.string().trim().min(1).max(200),
  tenant_id: tenantId
    .nullable()
    .optional()
    .meta({ description: 'null: each active tenant gets a backup of its own' }),
  type: backupType,
  cron_expression: cronExpression,
  timezone,
  keep_last: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .optional()
    .meta({ description: 'Of each tenant; older backups of the schedule expire' }),
  expires_in_days: expiresInDays,
  verify: z.boolean(),
  label: label.nullable().optional(),
  is_enabled: z.boolean(),
});

export const scheduleRoutes: Route[] = [
  {
    id: 'backup_schedule.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'List schedules of backups, newest first',
    query: offsetQuery,
    returns: z.object({ schedules: z.array(BackupSchedule), ...total }),
  },
  handled({
    id: 'backup_schedule.create',
    method: 'POST',
    path: list,
    scope: 'platform',
    platformScope: 'backups:write',
    status: 201,
    summary: 'Create a schedule of backups',
    description: 'A worker makes two backups at a time.',
    body: fields.extend({
      type: backupType.default('tenant'),
      timezone: timezone.default('UTC'),
      expires_in_days: expiresInDays
        .optional()
        .meta({ description: 'Default: `tenant_snapshot_days` of /admin/settings, at first 30' }),
      verify: z.boolean().default(false),
      is_enabled: z.boolean().default(true),
    }),
    isVersioned: true,
    returns: BackupSchedule,
    before: planNew,
    errors: ['INVALID_STATE'],
    example: { body: { name: 'Nightly', cron_expression: '30 2 * * *', keep_last: 7 } },
  }),
  {
    id: 'backup_schedule.get',
    method: 'GET',
    path: one,
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'Get a schedule of backups',
    isVersioned: true,
    returns: BackupSchedule,
  },
  handled({
    id: 'backup_schedule.update',
    method: 'PATCH',
    path: one,
    scope: 'platform',
    platformScope: 'backups:write',
    summary: 'Change a schedule of backups',
    body: fields.partial(),
    isVersioned: true,
    returns: BackupSchedule,
    before: planUpdate,
    errors: ['INVALID_STATE', 'CONFLICT'],
    example: { body: { is_enabled: false } },
  }),
  {
    id: 'backup_schedule.delete',
    method: 'DELETE',
    path: one,
    scope: 'platform',
    platformScope: 'backups:write',
    summary: 'Delete a schedule of backups',
    description: 'Its backups stay.',
    isConditional: true,
    returns: deleted,
  },
];
