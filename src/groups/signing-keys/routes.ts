import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { rotateSigningKey } from './handlers/signing-key-rotate.ts';

export const routes: Route[] = [
  handled({
    id: 'signing_key.rotate',
    method: 'POST',
    path: '/admin/keys/rotate',
    scope: 'platform',
    platformScope: 'infra:write',
    summary: 'Rotate the key that signs access tokens',
    description: 'The old key still verifies tokens for another day.',
    returns: z.object({ kid: z.string(), created_at: timestamp }),
    handler: rotateSigningKey,
    operations: ['signing_key_note'],
    isComposed: true,
  }),
];
