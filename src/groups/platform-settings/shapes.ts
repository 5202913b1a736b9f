import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { plan } from '../plans/shapes.ts';

export const Maintenance = z
  .object({
    message: z.string().trim().min(1).max(500),
    until: timestamp
      .nullable()
      .meta({ description: 'When it ends; the announcement disappears then. null: not known' }),
  })
  .meta({ id: 'Maintenance' });

export const PlatformSettings = z
  .object({
    self_serve: z.boolean().meta({ description: 'Whether anyone may create a tenant' }),
    default_plan: z
      .string()
      .nullable()
      .meta({ description: 'The plan of tenants that are created without one; null: unlimited' }),
    read_only: z
      .boolean()
      .meta({ description: 'Whether requests of tenants that change something are refused (503)' }),
    outbound_hold: z.boolean().meta({
      description: 'Whether webhooks, mails and all other calls to other servers wait',
    }),
    maintenance: Maintenance.nullable().meta({
      description: 'Announced by GET /v1/tenant-config until it ends',
    }),
    impersonation: z.boolean().meta({
      description:
        'Whether platform keys with the scope `impersonate` may act as users of tenants. Switched off, it also ends the sessions that run',
    }),
    backup_alarm_hours: z.number().int().meta({
      description: 'The age of the newest backup of all at which GET /admin/health warns',
    }),
    tenant_snapshot_days: z.number().int().meta({
      description: 'How many days backups of tenants are kept that do not say `expires_in_days`',
    }),
    environment: z
      .record(z.string(), z.object({ is_set: z.boolean(), value: z.string().nullable() }))
      .meta({
        description:
          'The variables that the environment of this process sets, and all secrets; the value of a secret is null',
      }),
    updated_at: timestamp,
  })
  .meta({ id: 'PlatformSettings' });

export const settingsUpdate = z.object({
  self_serve: z.boolean().nullable().optional().meta({ description: 'null: as SELF_SERVE says' }),
  default_plan: plan.nullable().optional(),
  read_only: z.boolean().optional(),
  outbound_hold: z.boolean().optional(),
  maintenance: Maintenance.extend({ until: Maintenance.shape.until.optional() })
    .meta({ id: 'MaintenanceInput' })
    .nullable()
    .optional(),
  impersonation: z.boolean().optional(),
  backup_alarm_hours: z.number().int().min(1).max(8760).optional(),
  tenant_snapshot_days: z.number().int().min(1).max(3650).optional(),
});
