import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';

export const provider = z
  .string()
  .max(100)
  .meta({ description: 'As named in auth-config: `google`' });
export const url = z.object({ url: z.string().meta({ description: 'Where to send the browser' }) });
export const secret = z.string().max(200);

export const Identity = z
  .object({
    id: z.string(),
    provider,
    identity_data: openMap,
    email: z.string().nullable(),
    created_at: timestamp,
    last_sign_in_at: timestamp.nullable(),
  })
  .meta({ id: 'Identity' });

/** The parameters that a provider sends back with the browser. Anything else that it adds is not used here. */
export const returned = z.object({
  state: z.string().max(500),
  code: z.string().max(4000).optional(),
  iss: z.string().max(2000).optional(),
  error: z.string().max(200).optional(),
  error_description: z.string().max(2000).optional(),
});
