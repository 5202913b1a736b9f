import { z } from 'zod';
import type { Route } from '../../operations/route.ts';
import { CreatedPlatformKey, PlatformKey, PlatformKeyCreate } from './shapes.ts';

const list = '/admin/keys';
const one = `${list}/:platform_key_id`;

export const routes: Route[] = [
  {
    id: 'platform_key.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'keys',
    summary: 'List the platform keys, newest first',
    description: 'The last one is `env`: PLATFORM_ADMIN_KEY.',
    carriesHeaders: true,
    returns: z.array(PlatformKey),
  },
  {
    id: 'platform_key.create',
    method: 'POST',
    path: list,
    scope: 'platform',
    platformScope: 'keys',
    status: 201,
    summary: 'Create a platform key',
    description:
      'Its token is shown only once. It cannot have more scopes or addresses, or work for longer, than the calling key.',
    body: PlatformKeyCreate,
    hasSecret: true,
    returns: CreatedPlatformKey,
    errors: ['FORBIDDEN'],
    example: { body: { label: 'Billing export', scopes: ['owner:read'] } },
  },
  {
    id: 'platform_key.get',
    method: 'GET',
    path: one,
    scope: 'platform',
    platformScope: 'keys',
    summary: 'Get a platform key',
    isVersioned: true,
    returns: PlatformKey,
  },
  {
    id: 'platform_key.update',
    method: 'PATCH',
    path: one,
    scope: 'platform',
    platformScope: 'keys',
    summary: 'Change a platform key',
    description: 'Takes effect with its next call. A key that may more than the calling key: 403.',
    body: PlatformKeyCreate.partial(),
    isVersioned: true,
    returns: PlatformKey,
    errors: ['INVALID_STATE', 'FORBIDDEN'],
    example: { body: { scopes: ['owner:read', 'tenants:read'] } },
  },
  {
    id: 'platform_key.revoke',
    method: 'DELETE',
    path: one,
    scope: 'platform',
    platformScope: 'keys',
    summary: 'Revoke a platform key',
    isVersioned: true,
    returns: PlatformKey,
    errors: ['INVALID_STATE', 'FORBIDDEN'],
  },
  {
    id: 'platform_key.rotate',
    method: 'POST',
    path: `${one}/rotate`,
    scope: 'platform',
    platformScope: 'keys',
    summary: 'Rotate a platform key',
    description: 'The old token stops working at once, or after grace_period_seconds.',
    body: z.object({
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
    returns: z.object({ old_key: PlatformKey, new_key: PlatformKey, token: z.string() }),
    errors: ['INVALID_STATE', 'FORBIDDEN'],
    example: { body: { grace_period_seconds: 3600 } },
  },
];
