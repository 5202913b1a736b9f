import { z } from 'zod';
import type { RouteGroup } from '../../http/route.ts';
import { timestamp } from '../../http/schemas.ts';

export const scope = z.enum(['read', 'write', 'schema', 'files', 'auth', 'ai', '*']);
const scopes = z
  .array(scope)
  .min(1)
  .refine((held) => new Set(held).size === held.length, 'must not repeat a scope')
  .refine((held) => held.length === 1 || !held.includes('*'), 'must hold * alone')
  .meta({
    description: '`*` holds all, write and schema hold read. Not beyond the caller’s own',
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
      .meta({ description: 'Requests per minute; null means the plan’s' }),
    bound_by_policies: z.boolean(),
    sees_private: z.boolean().meta({
      description:
        'Whether private object types are open to it; false for a key made by a user to whom they are closed',
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

export const CreatedKey = z.object({
  key: Key,
  token: z.string().meta({ description: 'The secret. Shown this once, never again' }),
});

const settings = z.object({
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
      'Whether row policies bind it; default true. false takes a caller whom they do not bind. The scope * is never bound',
  }),
});
const expiresAt = timestamp
  .nullable()
  .optional()
  .refine((at) => !at || !(Date.parse(at) <= Date.now()), 'must lie in the future');

export const KeyCreate = settings.extend({ scopes, expires_at: expiresAt });

const key = '/v1/keys/:key_id';

export const keys: RouteGroup = {
  name: 'keys',
  description: 'API keys of the tenant: scopes, addresses, rates, rotation.',
  routes: [
    {
      id: 'key.list',
      method: 'GET',
      path: '/v1/keys',
      scope: 'auth',
      summary: 'List API keys',
      returns: z.array(Key),
    },
    {
      id: 'key.create',
      method: 'POST',
      path: '/v1/keys',
      scope: 'auth',
      status: 201,
      summary: 'Create an API key; its token is shown this once',
      body: KeyCreate,
      hasSecret: true,
      returns: CreatedKey,
      example: { body: { label: 'Website', scopes: ['read'] } },
    },
    {
      id: 'key.update',
      method: 'PATCH',
      path: key,
      scope: 'auth',
      summary: 'Change an API key’s label, scopes, limits or bound_by_policies',
      body: settings.extend({ expires_at: expiresAt }),
      isVersioned: true,
      returns: Key,
      errors: ['INVALID_STATE'],
      example: { body: { rate_limit: 600 } },
    },
    {
      id: 'key.revoke',
      method: 'DELETE',
      path: key,
      scope: 'auth',
      summary: 'Revoke an API key, at once',
      isVersioned: true,
      returns: Key,
    },
    {
      id: 'key.rotate',
      method: 'POST',
      path: `${key}/rotate`,
      scope: 'auth',
      summary: 'Replace an API key; the old one dies at once or after grace_period_seconds',
      body: settings.pick({ label: true, scopes: true }).extend({
        grace_period_seconds: z
          .number()
          .int()
          .min(0)
          .max(604_800)
          .optional()
          .meta({ description: 'How long the old key lives on; default 0' }),
      }),
      hasSecret: true,
      isConditional: true,
      returns: z.object({ old_key: Key, new_key: Key, token: z.string() }),
      errors: ['INVALID_STATE'],
      example: { body: { grace_period_seconds: 3600 } },
    },
  ],
};
