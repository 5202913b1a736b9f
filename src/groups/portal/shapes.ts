import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

const contact = {
  object_type_id: z.string(),
  object_id: z.string(),
  email: z.string().nullable(),
};

export const capabilities = z
  .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_.:-]{0,99}$/, 'must be a word such as orders:read'))
  .max(50)
  .meta({ description: 'Passed on to your own application; they grant nothing in Insula' });

export const PortalSession = z
  .object({
    access_token: z.string(),
    expires_in: z.number().int().meta({ description: 'Seconds' }),
    contact: z.object(contact),
  })
  .meta({ id: 'PortalSession' });

export const PortalIdentity = z
  .object({ ...contact, role: z.literal('portal'), capabilities, expires_at: timestamp })
  .meta({ id: 'PortalIdentity' });
