import { z } from 'zod';
import type { Route } from '../../operations/route.ts';
import { CreatedKey, Key, KeyCreate } from '../keys/shapes.ts';

const list = '/admin/tenants/:tenant_id/keys';

export const routes: Route[] = [
  {
    id: 'tenant_key.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'tenants:read',
    summary: 'List the API keys of a tenant',
    carriesHeaders: true,
    returns: z.array(Key),
  },
  {
    id: 'tenant_key.create',
    method: 'POST',
    path: list,
    scope: 'platform',
    platformScope: 'tenants:write',
    status: 201,
    summary: 'Create an API key for a tenant',
    description: 'Its token is shown only once.',
    body: KeyCreate,
    hasSecret: true,
    returns: CreatedKey,
    errors: ['INVALID_STATE'],
    example: { body: { label: 'Support', scopes: ['read'] } },
  },
  {
    id: 'tenant_key.revoke',
    method: 'DELETE',
    path: `${list}/:key_id`,
    scope: 'platform',
    platformScope: 'tenants:write',
    summary: 'Revoke an API key of a tenant',
    isVersioned: true,
    returns: Key,
    errors: ['INVALID_STATE'],
  },
];
