import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const Sandbox = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z
      .enum(['pending', 'running', 'active', 'failed', 'suspended', 'migrating', 'ended'])
      .meta({
        description:
          '`active`: it can be called. `failed`: see `error`. `suspended`: closed by the operator, or with its tenant. `ended`: deleted, as it had expired',
      }),
    tenant_id: z
      .string()
      .nullable()
      .meta({ description: 'The tenant that it is; null while it is made' }),
    data: z.enum(['all', 'none']),
    mask: z.boolean(),
    error: z.string().nullable(),
    created_by: z.string().nullable(),
    created_at: timestamp,
    expires_at: timestamp.meta({ description: 'It is deleted within an hour after it' }),
  })
  .meta({ id: 'Sandbox' });

export const sandboxFields = z.object({
  name: z.string().trim().min(1).max(200),
  data: z.enum(['all', 'none']).default('none').meta({
    description: '`none`: types and configuration, without objects, users, files and journal',
  }),
  mask: z.boolean().default(true).meta({
    description:
      'Puts stand-ins for what it holds of people, and leaves out secrets and hashes of passwords',
  }),
  expires_in_days: z.number().int().min(1).max(90).default(14),
});
