import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const flagKey = z
  .string()
  .regex(
    /^[a-z][a-z0-9_.-]{0,62}$/,
    'must be a lowercase letter, then up to 62 lowercase letters, digits, _, . or -',
  )
  .meta({ example: 'new-editor' });

export const flagFields = z.object({
  description: z.string().max(1000).optional(),
  is_enabled: z
    .boolean()
    .optional()
    .meta({ description: 'Default false: only tenants whose own features say so have it' }),
  percentage: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: 'The share of tenants that have it while it is enabled; default 100' }),
  is_public: z
    .boolean()
    .optional()
    .meta({ description: 'Shown by GET /v1/tenant-config, without a token; default false' }),
});

export const FeatureFlag = z
  .object({
    key: z.string(),
    description: z.string(),
    is_enabled: z.boolean(),
    percentage: z.number(),
    is_public: z.boolean(),
    overrides: z
      .object({ on: z.number().int(), off: z.number().int() })
      .meta({ description: 'How many tenants have it turned on or off by their own `features`' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'FeatureFlag' });

/** The flags of a tenant, by key. */
export const flags = z.record(z.string(), z.boolean());
