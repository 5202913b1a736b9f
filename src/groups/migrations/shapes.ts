import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

const count = z.number().int();

const carriedOut = ['reseal', 'reindex', 'backfill'] as const;

export const migrationType = z.enum([...carriedOut, 'schema', 'tenant_move']).meta({
  description:
    '`reindex`: brings search, object index and vectors up to date. `backfill`: the one that `version` names. `reseal`: seals all secrets with the present ENCRYPTION_KEY. ' +
    '`schema` is refused: `insula migrate up` migrates tables; so is `tenant_move`: see POST /admin/tenants/:tenant_id/move',
});

const version = z.string().max(100).meta({
  description: 'Which backfill: `storage_usage` counts the stored bytes of tenants again',
});

export const migrationInput = z.object({
  type: migrationType,
  version: version.optional(),
  tenant_id: z.string().max(100).optional().meta({ description: 'Only this tenant' }),
  to_shard: z.string().max(300).optional().meta({ description: 'Of a `tenant_move`' }),
});

export const fleetInput = z.object({
  type: z.enum(['reindex', 'backfill']),
  version: version.optional(),
  batch: z
    .number()
    .int()
    .min(1)
    .max(500)
    .default(10)
    .meta({ description: 'How many tenants a worker looks up at a time' }),
  stop_after_failures: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .meta({ description: 'How many tenants may fail before it stops' }),
});

export const migrationStatus = z
  .enum(['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'])
  .meta({ description: '`pending` until it is run' });

export const Migration = z
  .object({
    id: z.string(),
    type: z.enum(carriedOut),
    version: z.string().nullable().meta({ description: 'Of a backfill' }),
    tenant_id: z.string().nullable().meta({ description: '`null`: of all tenants' }),
    from_shard: z.string().nullable(),
    to_shard: z.string().nullable(),
    status: migrationStatus,
    progress: z.object({
      done: count,
      total: count.nullable().meta({ description: '`null` until they are counted' }),
      unit: z.enum(['secrets', 'rows']),
    }),
    tenants: z
      .object({ done: count, total: count.nullable() })
      .nullable()
      .meta({ description: 'How many it has taken; `null` of a reseal' }),
    failures: z.array(z.object({ tenant_id: z.string().nullable(), error: z.string() })).meta({
      description:
        'Tenants that failed, which a retry takes again; of a reseal, secrets that no key opens, which stay as they are: the first 100',
    }),
    error: z.string().nullable(),
    created_by: z.string(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Migration' });
