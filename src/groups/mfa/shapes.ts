import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';

export const friendlyName = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'A name to tell it apart from others' });
export const factorId = z.string().max(100);
export const code = z
  .string()
  .regex(/^\d{3} ?\d{3}$/, 'must be the 6 digits that the app shows')
  .meta({ example: '123456' });
export const mfaToken = z
  .string()
  .max(200)
  .meta({ description: 'From MFA_REQUIRED; without it, send the user’s access token' });

export const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Each works once; shown only now', example: ['1a2b-3c4d-5e6f-7a8b'] });

export const MfaFactor = z
  .object({
    id: z.string(),
    type: z.literal('totp'),
    friendly_name: z.string().nullable(),
    status: z.enum(['unverified', 'verified', 'lost']).meta({
      description:
        '`lost`: the server has lost its secret. Use a recovery code, or have the factor removed, and enroll again',
    }),
    created_at: timestamp,
    verified_at: timestamp.nullable(),
  })
  .meta({ id: 'MfaFactor' });

export const aal = z.enum(['aal1', 'aal2']);
