import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { platformScopes } from '../../operations/route-caller.ts';

export const platformScope = z.enum(platformScopes);

export const scopes = z
  .array(platformScope)
  .min(1)
  .refine((held) => new Set(held).size === held.length, 'must not repeat a scope')
  .refine(
    (held) => held.length === 1 || !held.includes('*'),
    'must not combine * with other scopes',
  )
  .meta({
    description:
      '`*` includes all scopes; no other scope includes another. Cannot exceed those of the calling key',
    example: ['tenants:read', 'owner:read'],
  });

export const PlatformKey = z
  .object({
    id: z.string(),
    label: z.string(),
    scopes: z.array(platformScope),
    ip_allowlist: z.array(z.string()),
    expires_at: timestamp.nullable(),
    last4: z.string().nullable(),
    last_used_at: timestamp.nullable(),
    last_used_ip: z.string().nullable(),
    status: z.enum(['active', 'rotating', 'revoked', 'expired']),
    replaced_by: z.string().nullable(),
    created_by: z.string().nullable().meta({ description: 'The id of a platform key' }),
    created_at: timestamp.nullable().meta({ description: 'null for `env`' }),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'PlatformKey' });

export const CreatedPlatformKey = z
  .object({
    key: PlatformKey,
    token: z.string().meta({ description: 'The secret. Shown only once' }),
  })
  .meta({ id: 'PlatformKeyWithToken' });

const ipAllowlist = z
  .array(z.string().min(1).max(50))
  .max(100)
  .optional()
  .meta({
    description:
      'Addresses and networks (CIDR); empty allows all. Default: those of the calling key',
    example: ['192.0.2.0/24'],
  });

const expiresAt = timestamp
  .nullable()
  .optional()
  .refine((at) => !at || !(Date.parse(at) <= Date.now()), 'must be in the future')
  .meta({ description: 'null: never. Default: with the calling key' });

export const PlatformKeyCreate = z
  .object({
    label: z.string().trim().min(1).max(200),
    scopes,
    ip_allowlist: ipAllowlist,
    expires_at: expiresAt,
  })
  .meta({ id: 'PlatformKeyCreate' });
