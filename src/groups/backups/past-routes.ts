import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { Restore } from '../diffs/shapes.ts';
import { restorePast } from './handlers/restore-past.ts';
import { ofLiving, onlyPart, pastSource, RestoreTrial } from './shapes.ts';

export const pastRoutes: Route[] = [
  handled({
    id: 'tenant.restore',
    method: 'POST',
    path: '/admin/tenants/:tenant_id/restore',
    scope: 'platform',
    platformScope: 'restore',
    tenant: 'operator',
    status: 201,
    summary: 'Bring back records of a tenant as they were',
    description:
      'Where the backups of the installation (BACKUP_TO) have that moment, a worker restores them beside the database, takes a backup of the tenant ' +
      'there, and merges it: everything of the tenant, to the second. Otherwise objects and associations, made from versions, trash and journal; where a state ' +
      'that is needed is not kept any more: 409 AS_OF_UNAVAILABLE, with the number of records. What was deleted since comes back; what was changed since ' +
      'stays, unless `on_conflict` says otherwise; what was made since stays. Otherwise as a restore with the mode `merge`.',
    body: z.object({
      as_of: timestamp.meta({ description: 'The moment, with its offset from UTC' }),
      source: pastSource,
      only: onlyPart
        .optional()
        .meta({ description: 'The part that is brought back; all when left out' }),
      files: z.boolean().default(true).meta({ description: 'Whether files come back' }),
      on_conflict: ofLiving.on_conflict.default('keep').meta({
        description:
          'When a record exists and differs: `keep` leaves it, `fail` changes nothing, `overwrite` changes it, once confirmed',
      }),
      ...{ fire_events: ofLiving.fire_events, dry_run: ofLiving.dry_run },
      confirm_token: ofLiving.confirm_token,
    }),
    returns: Restore,
    triesAs: RestoreTrial,
    handler: restorePast,
    operations: ['tenant_restore_trial'],
    looks: ['tenant_restore_look'],
    mayRefuse: true,
    errors: ['AS_OF_UNAVAILABLE', 'INVALID_STATE', 'DEPENDENCY_EXISTS', 'RESTORE_CONFLICT'],
    example: { body: { as_of: '2026-11-24T09:00:00+00:00', only: { types: ['invoices'] } } },
  }),
];
