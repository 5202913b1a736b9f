import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const name = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,62}$/,
    'must start with a letter and contain only lower-case letters, digits, _ and -',
  );
export const description = z.string().max(1000).nullable();
export const permissions = z
  .array(z.string().min(1).max(130))
  .max(200)
  .meta({
    description:
      '`<resource>:<action>[:<object type>]`; `<resource>:*` and `*` include all, write includes read. Cannot exceed the caller’s own',
    example: ['objects:read', 'objects:write:invoices', 'files:*'],
  });
export const parentRoleId = z
  .string()
  .max(100)
  .nullable()
  .meta({ description: 'The role it inherits permissions from; at most 20 levels' });

export const Role = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    parent_role_id: z.string().nullable(),
    permissions: z.array(z.string()).meta({ description: 'Its own, without inherited ones' }),
    is_system: z.boolean(),
    user_count: z.number().int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Role' });
