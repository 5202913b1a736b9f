import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

const count = z.number().int();

const HealthCheck = z
  .object({
    name: z.string(),
    ok: z.boolean(),
    level: z.enum(['ok', 'warning', 'critical']),
    value: z
      .union([z.number(), z.string()])
      .nullable()
      .meta({ description: 'The figure or state that it was judged by' }),
    message: z.string(),
    since: timestamp.nullable().meta({ description: 'Since when, where that is known' }),
  })
  .meta({ id: 'HealthCheck' });

export const PlatformHealth = z
  .object({
    ok: z.boolean(),
    status: z.enum(['ok', 'degraded', 'failing']).meta({
      description: '`degraded`: a check has the level warning; `failing`: one is critical',
    }),
    checks: z.array(HealthCheck),
  })
  .meta({ id: 'PlatformHealth' });

export const TenantHealth = z
  .object({ ok: z.boolean(), checks: z.array(HealthCheck) })
  .meta({ id: 'TenantHealth' });

export const PlatformStats = z
  .object({
    period: z.string(),
    from: timestamp,
    to: timestamp,
    tenants: z.object({ total: count, active: count, suspended: count, new: count }),
    users: count.meta({ description: 'Estimated from 100,000 on' }),
    objects: count.meta({ description: 'Live objects' }),
    files: z
      .object({ count, bytes: count })
      .meta({ description: 'The count is estimated from 100,000 on' }),
    api_calls: z.object({
      total: count,
      by_day: z.array(z.object({ date: z.string(), count })),
    }),
    requests: z
      .object({
        p50_ms: z.number().nullable(),
        p95_ms: z.number().nullable(),
        error_rate: z
          .number()
          .nullable()
          .meta({ description: 'The share of calls that were answered with 5xx, 0 to 1' }),
      })
      .meta({
        description: 'Calls with a token, by whole days in UTC; `null` without any',
      }),
    database: z.object({
      size_bytes: count,
      connections: count,
      cache_hit: z
        .number()
        .nullable()
        .meta({ description: 'The share of blocks found in the cache, 0 to 1' }),
    }),
    top_tenants: z
      .array(
        z.object({
          tenant_id: z.string(),
          name: z.string(),
          plan_tier: z.string(),
          api_calls: count,
          storage_bytes: count,
        }),
      )
      .meta({ description: 'The ten with the most calls in the months of the period' }),
  })
  .meta({ id: 'PlatformStats' });
