import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const scope = z.enum(['read', 'write', 'schema', 'files', 'auth', 'ai', 'sql', '*']);
const scopes = z
  .array(scope)
  .min(1)
  .refine((held) => new Set(held).size === held.length, 'must not repeat a scope')
  .refine(
    (held) => held.length === 1 || !held.includes('*'),
    'must not combine * with other scopes',
  )
  .meta({
    description:
      '`*` includes all scopes, `write` and `schema` include `read`, `sql` also needs `read`. Cannot exceed the caller’s own scopes',
    example: ['read', 'write'],
  });

export const Key = z
  .object({
    id: z.string(),
    label: z.string(),
    prefix: z.string().meta({ description: 'The public part of the token' }),
    last4: z.string(),
    scopes: z.array(scope),
    ip_allowlist: z.array(z.string()),
    rate_limit: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Requests per minute; null uses the plan’s' }),
    bound_by_policies: z.boolean(),
    sees_private: z.boolean().meta({
      description:
        'Whether it may access private object types; false for a key made by a user who may not',
    }),
    expires_at: timestamp.nullable(),
    status: z.enum(['active', 'rotating', 'revoked', 'expired']),
    last_used_at: timestamp.nullable(),
    last_used_ip: z.string().nullable(),
    replaced_by: z.string().nullable(),
    created_by: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Key' });

export const CreatedKey = z
  .object({
    key: Key,
    token: z.string().meta({ description: 'The secret. Shown only once' }),
  })
  .meta({ id: 'KeyWithToken' });

export const settings = z.object({
  label: z.string().max(200).optional(),
  scopes: scopes.optional(),
  ip_allowlist: z
    .array(z.string().min(1).max(50))
    .max(100)
    .optional()
    .meta({
      description: 'Addresses and networks (CIDR); empty allows all',
      example: ['192.0.2.0/24'],
    }),
  rate_limit: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .optional()
    .meta({ description: 'Requests per minute' }),
  bound_by_policies: z.boolean().optional().meta({
    description:
      'Whether row policies apply to it; default true. Only callers who are exempt may send false. A key with the scope * is always exempt',
  }),
});

export const expiresAt = timestamp
  .nullable()
  .optional()
  .refine((at) => !at || !(Date.parse(at) <= Date.now()), 'must be in the future');

export const KeyCreate = settings
  .extend({ scopes, expires_at: expiresAt })
  .meta({ id: 'KeyCreate' });
