import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { Actor } from '../events/shapes.ts';

export const hash = z.string().nullable();

export const AuditLog = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    actor: Actor,
    action: z.string(),
    resource_type: z.string(),
    resource_id: z.string(),
    changes: z.object({ before: openMap.nullable(), after: openMap.nullable() }),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable(),
    tx_id: z.string(),
    prev_hash: hash.meta({ description: 'The hash of the row before; null for the first' }),
    hash: hash.meta({ description: 'The seal; null until the worker has calculated it' }),
    created_at: timestamp,
  })
  .meta({ id: 'AuditLog' });

export const text = (description: string) =>
  z.string().min(1).max(200).optional().meta({ description });
