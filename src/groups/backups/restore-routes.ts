import { z } from 'zod';
import { offsetQuery, total } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { Restore } from '../diffs/shapes.ts';
import { slug, tenantName } from '../tenants-admin/shapes.ts';
import { restoreBackup } from './handlers/restore.ts';
import { ofLiving, onlyPart, RestoreTrial, takesPassphrase, tenantId } from './shapes.ts';

const list = '/admin/restores';
const one = `${list}/:restore_id`;

export const restoreRoutes: Route[] = [
  handled({
    id: 'backup.restore',
    method: 'POST',
    path: '/admin/backups/:backup_id/restore',
    scope: 'platform',
    platformScope: 'restore',
    status: 201,
    summary: 'Restore a backup',
    description:
      'As a new tenant, it is loaded where no one can reach it, and opened when all of it is there; nothing leaves it: its `outbound` is off. ' +
      '`in_place` makes a living tenant equal to the backup, `merge` brings back what is missing. What changes or removes records has to be ' +
      'confirmed: the request answers 409 with `dependencies` and a `confirm_token` as soon as it is known what it changes. Where that takes ' +
      'long, it answers 201; sent again, it answers for the same restore. A backup of the tenant (source `undo`) is made before the change. ' +
      'With `dry_run` the answer is 200 with a `report`, and nothing is changed.',
    body: z.object({
      mode: z.enum(['new_tenant', 'in_place', 'merge']),
      name: tenantName.optional().meta({ description: 'Of the new tenant; required for one' }),
      slug: slug.optional(),
      keep_tenant_id: z.boolean().default(false).meta({
        description:
          'Keeps the id of the old tenant, which no tenant of this installation may have or have had',
      }),
      files: z.boolean().default(true).meta({ description: 'Whether files come back' }),
      outbound: z.enum(['on', 'off']).default('off'),
      target_tenant_id: tenantId.optional().meta({
        description: 'For `in_place` and `merge`; the tenant of the backup unless given',
      }),
      only: onlyPart
        .optional()
        .meta({ description: 'The part of the backup that is restored into a living tenant' }),
      on_conflict: ofLiving.on_conflict.optional().meta({
        description:
          'For `merge`, when a record exists and differs: `fail` changes nothing (default), `keep` leaves it, `overwrite` changes it, once confirmed',
      }),
      fire_events: ofLiving.fire_events,
      dry_run: ofLiving.dry_run,
      confirm_token: ofLiving.confirm_token,
    }),
    takesHeaders: takesPassphrase,
    returns: Restore,
    triesAs: RestoreTrial,
    handler: restoreBackup,
    operations: ['restore_handover', 'restore_into'],
    looks: ['backup_restore_check', 'restore_look'],
    mayRefuse: true,
    errors: [
      ...(['INVALID_STATE', 'ALREADY_EXISTS', 'SNAPSHOT_LOCKED', 'IDENTITY_REQUIRED'] as const),
      ...(['DEPENDENCY_EXISTS', 'RESTORE_CONFLICT'] as const),
    ],
    example: { body: { mode: 'new_tenant', name: 'Acme, restored' } },
  }),
  {
    id: 'restore.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'List restores, newest first',
    query: offsetQuery,
    returns: z.object({ restores: z.array(Restore), ...total }),
  },
  {
    id: 'restore.get',
    method: 'GET',
    path: one,
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'Get a restore',
    returns: Restore,
  },
  {
    id: 'restore.cancel',
    method: 'POST',
    path: `${one}/cancel`,
    scope: 'platform',
    platformScope: 'restore',
    summary: 'Cancel a restore that is under way',
    description: 'Everything that it has loaded is removed.',
    returns: Restore,
    errors: ['INVALID_STATE'],
  },
];
