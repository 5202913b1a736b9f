import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { plan } from '../plans/shapes.ts';

export const status = z.enum(['provisioning', 'active', 'suspended', 'migrating', 'deleted']);
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
    created_at: timestamp,
    updated_at: timestamp,
    deleted_at: timestamp.nullable(),
  })
  .meta({ id: 'Tenant' });

export const tenantName = z.string().trim().min(1).max(200);
