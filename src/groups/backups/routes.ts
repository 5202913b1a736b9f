import { z } from 'zod';
import { deleted, offsetQuery, total } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { mediaType } from '../../snapshot/format.ts';
import { createBackup, verifyBackup } from './handlers/create.ts';
import { deleteBackup } from './handlers/delete.ts';
import { downloadBackup } from './handlers/download.ts';
import { uploadBackup } from './handlers/upload.ts';
import {
  Backup,
  backupFields,
  backupSource,
  backupStatus,
  backupType,
  label,
  takesPassphrase,
  tenantId,
} from './shapes.ts';

const list = '/admin/backups';
const one = `${list}/:backup_id`;

export const backupRoutes: Route[] = [
  {
    id: 'backup.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'List backups, newest first',
    query: offsetQuery.extend({
      tenant_id: tenantId.optional(),
      type: backupType.optional(),
      status: backupStatus.optional(),
      source: backupSource.optional(),
    }),
    returns: z.object({ backups: z.array(Backup), ...total }),
  },
  handled({
    id: 'backup.create',
    method: 'POST',
    path: list,
    scope: 'platform',
    platformScope: 'backups:write',
    status: 201,
    summary: 'Make a backup of a tenant, or of the installation',
    description:
      'A worker makes a snapshot of the tenant at one moment, while it is read and written. With a recipient or a passphrase it is encrypted as age does. ' +
      'Without a tenant it is a base backup of the whole installation, where BACKUP_TO takes them (otherwise 409): a worker makes it now; `external` only notes one of another tool. ' +
      'With `as_of` it is of an earlier moment: all of the tenant from the backups at BACKUP_TO, where they have that moment; otherwise its objects and ' +
      'associations from versions and journal, with the schema and configuration of now.',
    body: backupFields,
    takesHeaders: takesPassphrase,
    returns: Backup,
    handler: createBackup,
    operations: ['backup_handover'],
    looks: ['backup_look'],
    errors: ['INVALID_STATE', 'AS_OF_UNAVAILABLE'],
    example: {
      body: { tenant_id: 'ten_019ab3c46d1f7a3e8b5c2d4e6f708192', label: 'Before import' },
    },
  }),
  handled({
    id: 'backup.upload',
    method: 'POST',
    path: `${list}/upload`,
    scope: 'platform',
    platformScope: 'backups:write',
    status: 201,
    summary: 'Upload a snapshot as a backup',
    description:
      'The bytes of a snapshot of this or another installation, of any size. The answer comes when the whole file was checked; nothing is kept of one that is refused.',
    query: z.object({ label: label.optional() }),
    takes: { bytes: mediaType },
    takesHeaders: takesPassphrase,
    returns: Backup,
    handler: uploadBackup,
    errors: [
      'SNAPSHOT_INVALID',
      'SNAPSHOT_LOCKED',
      'SNAPSHOT_TOO_NEW',
      'UNSUPPORTED_MEDIA_TYPE',
      'CONCURRENCY_LIMITED',
    ],
  }),
  {
    id: 'backup.get',
    method: 'GET',
    path: one,
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'Get a backup',
    returns: Backup,
  },
  handled({
    id: 'backup.delete',
    method: 'DELETE',
    path: one,
    scope: 'platform',
    platformScope: 'backups:write',
    summary: 'Delete a backup and its bytes',
    returns: deleted,
    description:
      'Of a base backup, where an older one of its chain stays, from which the moments after it can still be restored; otherwise 409, until BACKUP_RETENTION_DAYS removes it.',
    handler: deleteBackup,
    looks: ['backup_base'],
    errors: ['INVALID_STATE'],
  }),
  {
    id: 'backup.cancel',
    method: 'POST',
    path: `${one}/cancel`,
    scope: 'platform',
    platformScope: 'backups:write',
    summary: 'Cancel a backup that is being made',
    returns: Backup,
    errors: ['INVALID_STATE'],
  },
  handled({
    id: 'backup.verify',
    method: 'POST',
    path: `${one}/verify`,
    scope: 'platform',
    platformScope: 'backups:write',
    summary: 'Verify a backup',
    description:
      'A worker reads all of it, compares its checksums and counts with the record, and reports the result in `verify`. A base backup is restored beside the database, and removed.',
    takesHeaders: takesPassphrase,
    returns: Backup,
    handler: verifyBackup,
    errors: ['INVALID_STATE', 'SNAPSHOT_LOCKED', 'IDENTITY_REQUIRED'],
  }),
  handled({
    id: 'backup.download',
    method: 'GET',
    path: `${one}/download`,
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'Download a backup',
    description:
      'The bytes as they are stored; the name is `<slug>-<time>.insula`. Of a base backup, those of its archive: `insula-<time>.tar.zst`, and `.age` where it is encrypted.',
    returns: z.never(),
    produces: [mediaType, 'application/zstd', 'application/octet-stream'],
    sendsContent: true,
    handler: downloadBackup,
    errors: ['INVALID_STATE'],
  }),
];
