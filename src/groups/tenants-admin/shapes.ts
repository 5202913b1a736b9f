import { z } from 'zod';
import { flag, openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { plan } from '../plans/shapes.ts';

export const status = z.enum(['provisioning', 'active', 'suspended', 'migrating', 'deleted']);
export const expiry = timestamp
  .refine((at) => !(Date.parse(at) <= Date.now()), 'must be in the future')
  .meta({
    description: 'A worker deletes the tenant then, within an hour, as DELETE does; null: never',
  });
export const outbound = z.enum(['on', 'off']).meta({
  description:
    'off: nothing leaves the tenant, whatever its configuration says. Mails and deliveries are `muted`, schedules do not fire. ' +
    'What was queued before it is set is not sent afterwards',
});
const limit = z.number().int().min(0).nullable().optional();
const budget = z.number().int().min(1).nullable().optional();
export const limits = z
  .object({
    requests_per_minute: z.number().int().min(1).nullable().optional(),
    rpm: z.number().int().min(1).nullable().optional(),
    storage_bytes: limit,
    api_calls: limit,
    objects: limit,
    object_types: limit,
    users: limit,
    webhooks: limit,
    functions: limit,
    sandboxes: limit,
    audit_days: limit,
    ai_tokens_per_month: limit,
    caused_writes: budget,
    caused_mails: budget,
    caused_calls: budget,
    mails_per_recipient: budget,
    mails_per_hour: budget,
  })
  .meta({ description: 'Override the plan’s limits; null means no limit' });
export const shardId = z
  .string()
  .max(100)
  .meta({ description: 'Has no effect: all tenants share one database' });
export const node = z
  .string()
  .max(300)
  .meta({ description: 'A node of the cluster, host:port', example: '10.0.0.3:5432' });

/** The removal of a deleted tenant. */
export const Erasure = z
  .object({
    tenant_id: z.string(),
    requested_at: timestamp,
    status: z.enum(['running', 'waiting', 'complete']).meta({
      description:
        'running: rows, bytes and backups are being removed; waiting: only the journal is left, until `journal_until`, and what base backups hold, until `backups_until`; complete: nothing is left',
    }),
    rows: z.record(z.string(), z.number().int()).meta({ description: 'Removed rows by table' }),
    bytes: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Of its files; null before they are counted' }),
    files: z.number().int().nullable(),
    snapshots_deleted: z.number().int(),
    journal_until: timestamp.meta({
      description: 'Its journal is removed within an hour after it',
    }),
    backups_until: timestamp.nullable().meta({
      description:
        'Until then, at least, base backups at BACKUP_TO hold it; null where none are made, and until they are told',
    }),
    complete_at: timestamp.nullable(),
    statement: z.string().nullable().meta({
      description: 'JSON as a text: what was removed, and when. Null until `complete`',
    }),
    signature: z.string().nullable().meta({
      description: 'The Ed25519 signature of the UTF-8 bytes of `statement` by `key`, in base64url',
    }),
    key: z.looseObject({ kid: z.string() }).nullable().meta({
      description:
        'The public key that signed (JWK), which /.well-known/jwks.json shows while it signs',
    }),
  })
  .meta({ id: 'Erasure' });

export const TenantMove = z
  .object({
    id: z.string(),
    type: z.literal('tenant_move'),
    tenant_id: z.string(),
    status: z.enum(['pending', 'running', 'completed', 'failed']),
    from_shard: node,
    to_shard: node,
    alone: z.boolean(),
    progress: z.object({
      done: z.number().int().meta({ description: 'Bytes' }),
      total: z.number().int().nullable(),
    }),
    error: z.string().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'TenantMove' });

export const slug = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'must contain only lower-case letters, digits and hyphens',
  )
  .meta({ description: 'Derived from the name when left out', example: 'acme' });

export const Tenant = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    status,
    status_reason: z.string().nullable(),
    plan_tier: plan,
    region: z.string().nullable(),
    custom_domain: z.string().nullable(),
    limits: openMap,
    features: openMap,
    metadata: openMap,
    counts: z.object({ objects: z.number().int(), users: z.number().int() }),
    owner_email: z.string().nullable(),
    outbound,
    cloned_from: z.string().nullable().meta({ description: 'The tenant that it is a copy of' }),
    is_sandbox: z.boolean(),
    parent_tenant_id: z
      .string()
      .nullable()
      .meta({ description: 'The tenant that made it, as a sandbox' }),
    expires_at: timestamp.nullable().meta({ description: 'When it is deleted' }),
    created_at: timestamp,
    updated_at: timestamp,
    deleted_at: timestamp.nullable(),
  })
  .meta({ id: 'Tenant' });

export const tenantName = z.string().trim().min(1).max(200);

/** Parameters of exports of a whole tenant. */
export const exported = {
  files: flag.default(true).meta({ description: 'With the bytes of files' }),
  journal_from: z
    .union([z.enum(['all', 'none']), z.iso.datetime({ offset: true })])
    .default('all')
    .meta({ description: 'The journal from this time on, all of it, or none' }),
  recipient: z.string().max(100).optional().meta({
    description: 'Encrypts the snapshot for this recipient of age: age1…',
  }),
};
