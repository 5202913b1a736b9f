import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

const count = z.number().int();

export const migrationType = z.enum(['reseal', 'schema']).meta({
  description:
    '`reseal`: seals all secrets with the present ENCRYPTION_KEY. `schema` is refused: `insula migrate up` migrates tables',
});

export const migrationStatus = z
  .enum(['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'])
  .meta({ description: '`pending` until it is run' });

export const Migration = z
  .object({
    id: z.string(),
    type: z.enum(['reseal']),
    version: z.string().nullable().meta({ description: 'Of none of these types' }),
    tenant_id: z.string().nullable().meta({ description: '`null`: of all tenants' }),
    from_shard: z.string().nullable(),
    to_shard: z.string().nullable(),
    status: migrationStatus,
    progress: z.object({
      done: count,
      total: count.nullable().meta({ description: '`null` until they are counted' }),
      unit: z.literal('secrets'),
    }),
    failures: z
      .array(z.object({ tenant_id: z.string().nullable(), error: z.string() }))
      .meta({ description: 'Secrets that no key opens, which stay as they are: the first 100' }),
    error: z.string().nullable(),
    created_by: z.string(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Migration' });
