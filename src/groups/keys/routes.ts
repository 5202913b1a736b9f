import { z } from 'zod';
import { notImpersonated, type Route } from '../../operations/route.ts';
import { CreatedKey, expiresAt, Key, KeyCreate, settings } from './shapes.ts';

const key = '/v1/keys/:key_id';

export const routes: Route[] = notImpersonated([
  {
    id: 'key.list',
    method: 'GET',
    path: '/v1/keys',
    scope: 'auth',
    summary: 'List API keys',
    carriesHeaders: true,
    returns: z.array(Key),
  },
  {
    id: 'key.create',
    method: 'POST',
    path: '/v1/keys',
    scope: 'auth',
    status: 201,
    changesLimits: true,
    summary: 'Create an API key',
    description: 'Its token is shown only once.',
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
    changesLimits: true,
    summary: 'Change an API key',
    description: 'Its label, scopes, limits or bound_by_policies.',
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
    changesLimits: true,
    summary: 'Revoke an API key',
    isVersioned: true,
    returns: Key,
  },
  {
    id: 'key.rotate',
    method: 'POST',
    path: `${key}/rotate`,
    scope: 'auth',
    changesLimits: true,
    summary: 'Rotate an API key',
    description: 'The old token stops working at once, or after grace_period_seconds.',
    body: settings.pick({ label: true, scopes: true }).extend({
      grace_period_seconds: z
        .number()
        .int()
        .min(0)
        .max(604_800)
        .optional()
        .meta({ description: 'How long the old token still works; default 0' }),
    }),
    hasSecret: true,
    isConditional: true,
    returns: z.object({ old_key: Key, new_key: Key, token: z.string() }),
    errors: ['INVALID_STATE'],
    example: { body: { grace_period_seconds: 3600 } },
  },
]);
