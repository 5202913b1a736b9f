import { z } from 'zod';
import { lazy } from '../../http/lazy-handler.ts';
import { handled, type Route } from '../../http/route.ts';
import { deleted, offsetQuery, total } from '../../http/schemas.ts';
import { gracePeriod, signedHeaders } from '../webhooks/index.ts';
import {
  Integration,
  IntegrationCreated,
  IntegrationLog,
  IntegrationProvider,
  integrationBody,
  integrationChanges,
  Sync,
} from './shapes.ts';

const list = '/v1/integrations';
const one = '/v1/integrations/:integration_id';
const permission = 'integrations:manage';
const save = () => import('./handlers/save.ts');
const sync = () => import('./handlers/sync.ts');

export const routes: Route[] = [
  {
    id: 'integration.list',
    method: 'GET',
    path: list,
    scope: 'read',
    permission,
    summary: 'List integrations, newest first',
    returns: z.array(Integration),
  },
  handled({
    id: 'integration.create',
    method: 'POST',
    path: list,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Create an integration',
    description:
      'It runs with the current rights of the user or key that set it up. A tenant has up to 100.',
    body: integrationBody,
    isVersioned: true,
    returns: IntegrationCreated,
    handler: lazy(save, 'createIntegration'),
    hasSecret: true,
    errors: ['INVALID_STATE', 'NOT_FOUND'],
    example: {
      body: {
        name: 'Shop',
        provider: 'mock',
        config_json: { count: 3 },
        sync_direction: 'inbound',
      },
    },
  }),
  {
    id: 'integration.providers',
    method: 'GET',
    path: `${list}/providers`,
    scope: 'read',
    permission,
    isComposed: true,
    summary: 'List providers of integrations and their configs',
    returns: z.array(IntegrationProvider),
    handler: lazy(() => import('./handlers/providers.ts'), 'listProviders'),
  },
  {
    id: 'integration.get',
    method: 'GET',
    path: one,
    scope: 'read',
    permission,
    summary: 'Get an integration',
    isVersioned: true,
    returns: Integration,
  },
  handled({
    id: 'integration.update',
    method: 'PATCH',
    path: one,
    scope: 'write',
    permission,
    summary: 'Change an integration',
    description:
      'A secret sent back masked keeps its value, unless the config would use it for another address, user, database or query.',
    body: integrationChanges,
    isVersioned: true,
    returns: Integration,
    handler: lazy(save, 'updateIntegration'),
    errors: ['CONFLICT', 'NOT_FOUND'],
    example: { body: { status: 'paused' } },
  }),
  {
    id: 'integration.delete',
    method: 'DELETE',
    path: one,
    scope: 'write',
    permission,
    summary: 'Delete an integration and its logs',
    description: 'Objects that it created are kept.',
    isConditional: true,
    returns: deleted,
  },
  handled({
    id: 'integration.rotate_secret',
    method: 'POST',
    path: `${one}/rotate-secret`,
    scope: 'write',
    permission,
    summary: 'Rotate the secret of a webhook_inbound',
    description: 'Messages signed with the old secret are accepted for grace_period_seconds.',
    body: z.object({ grace_period_seconds: gracePeriod }),
    isVersioned: true,
    returns: IntegrationCreated,
    handler: lazy(save, 'rotateSecret'),
    hasSecret: true,
    errors: ['INVALID_STATE'],
    example: { body: { grace_period_seconds: 3600 } },
  }),
  {
    id: 'integration.logs',
    method: 'GET',
    path: `${one}/logs`,
    scope: 'read',
    permission,
    summary: 'List the log of an integration, newest first',
    query: offsetQuery,
    returns: z.object({ logs: z.array(IntegrationLog), ...total }),
  },
  handled({
    id: 'integration.sync',
    method: 'POST',
    path: `${one}/sync`,
    scope: 'write',
    permission,
    summary: 'Run an integration now',
    description:
      'Waits for the result for up to 25 seconds; a longer sync is answered as `running`. With `?dry_run=true` it shows how the first 20 records would be imported.',
    returns: Sync,
    handler: lazy(sync, 'syncIntegration'),
    operations: ['integration_sync_await', 'integration_source', 'integration_try'],
    errors: ['INVALID_STATE', 'UPSTREAM_ERROR'],
  }),
  {
    id: 'integration.receive',
    method: 'POST',
    path: '/hooks/:integration_id',
    scope: 'public',
    permission: 'objects:read',
    tenantFrom: ({ integration_id }) => `/hooks/${integration_id}`,
    summary: 'Receive a message for an integration',
    description:
      'JSON, signed with the integration’s secret according to Standard Webhooks. A repeated message is processed once.',
    takesBytes: 'application/json',
    takesHeaders: signedHeaders,
    limit: { name: 'integration_hook', points: 6000, seconds: 60 },
    returns: z.object({ received: z.literal(true), duplicate: z.boolean() }),
    handler: lazy(() => import('./handlers/hook.ts'), 'receiveHook'),
    operations: ['integration_hook_key'],
    errors: [
      'INVALID_SIGNATURE',
      'INVALID_STATE',
      'PAYLOAD_TOO_LARGE',
      'CONCURRENCY_LIMITED',
      'INVALID_JSON',
    ],
  },
];
