import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

const count = z.number().int();
const days = z.array(z.object({ date: z.iso.date(), count }));
const ms = z.number().nullable();

export const month = z
  .string()
  .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
  .optional()
  .meta({
    description: 'A calendar month (UTC); default: the current one',
    example: '2026-11',
  });

export const period = z.enum(['24h', '7d', '30d', '90d', '12m']).default('30d').meta({
  description:
    'The last 24 hours; a number of days in the tenant’s time zone, including today; or twelve months, including this one',
});

const limit = count.nullable().meta({ description: 'null: no limit' });
const PlanLimits = z
  .object({
    api_calls: limit,
    storage_bytes: limit,
    objects: limit,
    object_types: limit,
    users: limit,
    webhooks: limit,
    functions: limit,
    rpm: limit,
    audit_days: limit,
  })
  .meta({ id: 'PlanLimits' });

export const Usage = z.object({
  tenant_id: z.string(),
  plan_tier: z.string(),
  used_storage_bytes: count,
  plan_limits: PlanLimits,
});

export const BillingUsage = z
  .object({
    tenant_id: z.string(),
    month: z.string(),
    api_calls: count,
    storage: z.object({ files: count, bytes: count }),
    plan_tier: z.string(),
  })
  .meta({ id: 'BillingUsage' });

export const Analytics = z.object({
  period: z.string(),
  from: timestamp,
  to: timestamp,
  api_calls: z.object({
    total: count,
    by_day: days,
    by_status: z.array(z.object({ status: count, count })),
    by_endpoint: z.array(z.object({ operation: z.string(), count })),
    p50_ms: ms,
    p95_ms: ms,
  }),
  objects: z.object({
    total: count,
    created: count,
    updated: count,
    deleted: count,
    by_type: z.array(z.object({ object_type_id: z.string(), name: z.string(), count })),
  }),
  users: z.object({ total: count, active: count, new: count, by_day: days }),
  files: z.object({ count, bytes: count }),
  events: z.object({
    total: count,
    by_type: z.array(z.object({ type: z.string(), count })),
  }),
  webhooks: z.object({ delivered: count, failed: count, success_rate: z.number().nullable() }),
  automations: z.object({ runs: count, failed: count }),
  errors: z.object({ total: count }),
});

export const Engine = z.object({
  queue: z.object({
    pending: count.meta({ description: 'Deliveries and runs that are due' }),
    failed: count.meta({ description: 'Dead letters' }),
    oldest_seconds: z.number(),
  }),
  db: z.object({
    size_bytes: count.meta({
      description: 'For the whole database, shared by all tenants; on a cluster, for your node',
    }),
    cache_hit: z.number().nullable(),
    slow_queries: z
      .array(z.object({ operation: z.string(), count, mean_ms: z.number() }))
      .meta({ description: 'The operations that took longest on average in the last 24 hours' }),
  }),
  realtime: z.object({
    connections: count.meta({ description: 'Sockets and streams open in this process' }),
  }),
  latency: z.object({ p50_ms: ms, p95_ms: ms }),
});
