import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { passphraseDescription, passphraseHeader } from '../../snapshot/passphrase.ts';
import { RestoreReport } from '../diffs/shapes.ts';

export const backupType = z.enum(['tenant', 'schema', 'full']);
export const backupSource = z.enum(['api', 'schedule', 'undo', 'upload', 'external']);
const workStatus = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export const backupStatus = z.enum([...workStatus, 'expired']);

/** The description of the header in the documentation of routes. */
export const takesPassphrase = { [passphraseHeader]: passphraseDescription };

export const label = z.string().trim().min(1).max(200);
export const expiresInDays = z.number().int().min(1).max(3650);
export const tenantId = z.string().max(100);

const progress = z.object({
  done: z.number().int(),
  total: z.number().int().nullable().meta({ description: 'null while it is not known' }),
  unit: z.enum(['rows', 'bytes']),
});
const counts = z.record(z.string(), z.number().int());
const stored = z.object({ count: z.number().int(), bytes: z.number().int() });

export const Backup = z
  .object({
    id: z.string(),
    tenant_id: z.string().nullable(),
    type: backupType,
    source: backupSource,
    label: z.string().nullable(),
    status: backupStatus,
    progress,
    format: z.enum(['insula-snapshot/1', 'insula-backups/1']).nullable().meta({
      description: '`insula-backups/1` of the type `full`; null where another tool has made it',
    }),
    size_bytes: z.number().int().nullable(),
    checksum: z.string().nullable().meta({
      description: '`sha256:<hex>` of the bytes as they are stored and downloaded',
    }),
    encrypted: z.boolean(),
    secrets: z
      .boolean()
      .meta({ description: 'Whether it includes secrets such as those of webhooks' }),
    row_counts: counts.nullable().meta({
      description: 'Records by kind, as the lists of the tenant count them at `snapshot_at`',
    }),
    files: stored.nullable(),
    snapshot_at: timestamp.nullable(),
    feed_place: z.string().nullable().meta({
      description: 'The `since` from which /v1/changes of the tenant continues it',
    }),
    schema_version: z.string().nullable(),
    destination: z.string().meta({
      description:
        '`disk`; BACKUP_TO of the type `full`; `external` where another tool has made it',
    }),
    verify_status: z.enum(['running', 'passed', 'failed']).nullable(),
    verified_at: timestamp.nullable(),
    verify: z
      .object({
        tables: z.number().int(),
        rows: z.number().int(),
        files: z.number().int(),
        mismatches: z.array(
          z.object({
            kind: z.string(),
            expected: z.union([z.string(), z.number()]).nullable(),
            found: z.union([z.string(), z.number()]).nullable(),
          }),
        ),
        seconds: z.number(),
      })
      .nullable(),
    expires_at: timestamp.nullable(),
    error: z.string().nullable(),
    created_by: z.string(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Backup' });

/** Base backups and WAL of the whole installation. */
export const BackupsStatus = z
  .object({
    last_base_at: timestamp.nullable().meta({ description: 'When the newest base backup ended' }),
    last_wal_at: timestamp.nullable().meta({
      description: 'When WAL was last stored; while nothing is written, none is',
    }),
    restorable: z.object({ from: timestamp, to: timestamp }).nullable().meta({
      description: 'The moments to which `insula restore` can bring the installation',
    }),
    lag_seconds: z.number().int().nullable().meta({ description: 'Since `last_wal_at`' }),
    chain: z.string().nullable(),
    destination: z.string().nullable().meta({ description: 'BACKUP_TO' }),
    encrypted: z.boolean().nullable(),
    last_verified_at: timestamp.nullable(),
    last_verify_status: z.enum(['passed', 'failed']).nullable(),
    error: z.string().nullable().meta({
      description: 'Why the destination cannot be read; then everything else is null',
    }),
  })
  .meta({ id: 'BackupsStatus' });

/** How the state of an earlier moment is had. */
export const pastSource = z
  .enum(['wal', 'versions'])
  .optional()
  .meta({
    description:
      'Of `as_of`: `wal`, the backups of the installation at BACKUP_TO, which have everything of the tenant, to the second; `versions`: versions, trash and ' +
      'journal, which have objects and associations. Default: `wal` where they have that moment, otherwise `versions`',
  });

export const backupFields = z.object({
  tenant_id: tenantId.optional(),
  type: backupType.optional().meta({
    description:
      '`schema` leaves out objects, users, files and the journal. `full`: a base backup of the installation, at BACKUP_TO. Default: `tenant` with a tenant_id, otherwise `full`',
  }),
  label: label.optional(),
  external: z.boolean().default(false).meta({
    description:
      'Notes a backup of the whole installation that another tool has made, for GET /admin/health',
  }),
  snapshot_at: timestamp.optional().meta({
    description:
      'Of `external`: the moment that it is of, which is not in the future. Default: now',
  }),
  expires_in_days: expiresInDays.optional().meta({
    description:
      'Default: `tenant_snapshot_days` of /admin/settings, at first 30. Base backups are kept as BACKUP_RETENTION_DAYS says',
  }),
  files: z.boolean().default(true).meta({ description: 'Whether the bytes of files are included' }),
  journal_from: z
    .union([z.enum(['all', 'none']), timestamp])
    .default('all')
    .meta({ description: '`all`, `none`, or the time from which the journal is included' }),
  secrets: z.boolean().default(false).meta({
    description: 'Includes secrets such as those of webhooks; needs a recipient or a passphrase',
  }),
  recipient: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'must be a recipient of age: age1…')
    .optional()
    .meta({
      description: 'Encrypts it for this key of age. This server cannot read it afterwards',
    }),
  as_of: timestamp.optional().meta({
    description:
      'An earlier moment. With `files` false it can be made without backups of the installation: objects and associations as they were',
  }),
  source: pastSource,
});

const resource = z.enum([
  ...(['object-types', 'roles', 'policies', 'users', 'keys', 'webhooks', 'automations'] as const),
  ...(['functions', 'forms', 'dashboards', 'files', 'workflows', 'settings', 'templates'] as const),
  ...(['short-urls', 'vectors', 'form-submissions', 'conversations'] as const),
  ...(['user-announcements', 'private-views', 'saml-providers', 'email-domains'] as const),
]);

/** The part of a tenant that a restore into a living one is about. */
export const onlyPart = z.object({
  types: z.array(z.string().min(1).max(200)).min(1).max(1000).optional().meta({
    description: 'Names or ids of object types: their objects and associations',
  }),
  objects: z.array(z.string().min(1).max(100)).min(1).max(10_000).optional().meta({
    description: 'Ids of objects',
  }),
  resources: z.array(resource).min(1).optional(),
});

/** How a living tenant is changed by a restore. */
export const ofLiving = {
  on_conflict: z.enum(['fail', 'keep', 'overwrite']),
  fire_events: z.boolean().optional().meta({
    description: 'Whether webhooks, automations and functions hear of the changes',
  }),
  dry_run: z.boolean().optional(),
  confirm_token: z.string().max(200).optional(),
};

export const RestoreTrial = z.object({ report: RestoreReport }).meta({ id: 'RestoreTrial' });

export const BackupSchedule = z
  .object({
    id: z.string(),
    name: z.string(),
    tenant_id: z.string().nullable(),
    type: backupType,
    cron_expression: z.string(),
    timezone: z.string(),
    keep_last: z.number().int().nullable(),
    expires_in_days: z.number().int(),
    verify: z.boolean(),
    label: z.string().nullable(),
    is_enabled: z.boolean(),
    next_run_at: timestamp.nullable(),
    last_run_at: timestamp.nullable(),
    last_status: backupStatus.nullable(),
    last_backup_id: z.string().nullable(),
    created_by: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'BackupSchedule' });
