import { z } from 'zod';
import { openMap } from '../../ground/shapes/schemas.ts';

export const StepRequest = z.object({
  id: z
    .string()
    .regex(
      /^[A-Za-z_][\w-]{0,62}$/,
      'must start with a letter and contain only letters, digits, _ and -',
    )
    .optional()
    .meta({ description: 'A name for later requests to refer to: `{{id.data.field}}`' }),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().min(1).max(8000).meta({
    description: 'Includes the query. May contain references',
    example: '/v1/objects/contacts',
  }),
  body: openMap.optional().meta({ description: 'Strings in it may contain references' }),
  headers: z
    .record(z.string().max(100), z.string().max(1000))
    .optional()
    .meta({ description: 'Only `if-match` is allowed' }),
});

export const txId = z.string().meta({ description: 'Opaque; the header X-Tx-Id repeats it' });

export const Change = z.object({
  event_id: z.string(),
  type: z.string().meta({ example: 'object.updated' }),
  resource_type: z.string(),
  resource_id: z.string(),
  object_type_id: z.string().nullable(),
  version_before: z.number().int().nullable(),
  version_after: z.number().int().nullable(),
  changed: z.array(z.string()).nullable().meta({ description: 'The names of the changed fields' }),
});

/** A record that an undo cannot revert, with the reason. */
export const Conflict = z.object({
  resource_type: z.string(),
  resource_id: z.string(),
  code: z.string(),
  message: z.string(),
});
