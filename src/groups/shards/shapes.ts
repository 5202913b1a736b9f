import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const shardName = z.string().trim().min(1).max(100);
export const shardRegion = z.string().trim().min(1).max(50).nullable();
export const capacity = z
  .number()
  .int()
  .min(0)
  .max(2_147_483_647)
  .nullable()
  .meta({ description: 'How many tenants it takes; null: any number' });
export const weight = z
  .number()
  .int()
  .min(0)
  .max(1000)
  .meta({ description: 'Its share of new tenants beside other shards' });

export const Shard = z
  .object({
    id: z.string(),
    name: z.string(),
    region: z.string().nullable(),
    status: z.enum(['active', 'draining', 'readonly', 'offline']).meta({
      description:
        'readonly: requests of tenants that change something are refused; offline: all of their requests',
    }),
    capacity,
    tenant_count: z.number().int(),
    size_bytes: z.number().int(),
    weight,
    version: z.string().meta({ description: 'Of PostgreSQL' }),
    last_heartbeat_at: timestamp,
    is_coordinator: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Shard' });
