import { z } from 'zod';
import type { ErrorCode } from '../../../ground/errors.ts';
import { timestamp } from '../../../ground/shapes/schemas.ts';
import type { ErrorResponses } from './errors.ts';
import { requestIdHeader } from './errors.ts';
import { exampleOf } from './examples.ts';
import { ifNoneMatch } from './named-parameters.ts';
import { etagHeader, notModified } from './responses.ts';
import { envelope, type Json, type Schemas } from './schemas.ts';

const service = { service: z.string(), timestamp };
const Health = z
  .object({
    status: z.literal('ok'),
    ...service,
    version: z.string(),
    region: z.string(),
    uptime: z
      .string()
      .meta({ description: 'How long this process has been running, in seconds', example: '123s' }),
  })
  .meta({ id: 'Health' });
const Ready = z
  .object({
    status: z.enum(['ready', 'unavailable']),
    ...service,
    checks: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Readiness' });
const TlsAnswer = z.object({ domain: z.string() }).meta({ id: 'TlsAnswer' });
const EventTypes = z.array(z.string()).meta({ id: 'EventTypes' });

const jwks: Json = {
  type: 'object',
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kty', 'crv', 'x', 'kid', 'alg', 'use'],
        properties: Object.fromEntries(
          ['kty', 'crv', 'x', 'kid', 'alg', 'use'].map((name) => [name, { type: 'string' }]),
        ),
      },
    },
  },
};

/** The pages of src/doors/pages: public, without an operation in the database behind them. */
export function publicPaths(
  schemas: Schemas,
  errors: ErrorResponses,
  examples: Map<string, unknown>,
): Record<string, Json> {
  const get = (operationId: string, summary: string, responses: Json, more: Json = {}) => ({
    get: { operationId, tags: ['public'], summary, security: [], responses, ...more },
  });
  const json = (schema: z.ZodType, operationId: string): Json => ({
    description: 'Done',
    headers: requestIdHeader,
    content: {
      'application/json': {
        schema: envelope(schemas.of(schema, 'output')),
        ...exampleOf(examples.get(operationId), false),
      },
    },
  });
  const text = (type: string, description: string): Json => ({
    description,
    headers: requestIdHeader,
    content: { [type]: { schema: { type: 'string' } } },
  });
  const failing = errors.of(['VALIDATION_ERROR', 'URI_TOO_LONG', 'INTERNAL_ERROR']);
  return {
    '/': get('page.landing', 'Get the landing page', {
      200: text('text/html', 'A page'),
      ...failing,
    }),
    '/health': get('health.get', 'Check that the process is alive', {
      200: json(Health, 'health.get'),
      ...failing,
    }),
    '/ready': get('ready.get', 'Check that requests can be served', {
      200: json(Ready, 'ready.get'),
      ...failing,
      503: {
        ...json(Ready, ''),
        description: 'The database is unreachable or the server is shutting down. Try again later.',
        content: { 'application/json': { schema: notReady(schemas) } },
      },
    }),
    '/events/types': get('event_types.list', 'List the names of all events', {
      200: json(EventTypes, 'event_types.list'),
      ...failing,
    }),
    '/.well-known/jwks.json': get('jwks.get', 'Get the public keys of access tokens (RFC 7517)', {
      200: {
        description: 'A JSON Web Key Set',
        headers: requestIdHeader,
        content: {
          'application/json': {
            schema: schemas.keep('JsonWebKeySet', jwks, 'output'),
            ...exampleOf(examples.get('jwks.get'), true),
          },
        },
      },
      ...failing,
    }),
    '/tls/ask': get(
      'tls.ask',
      'Ask whether a proxy may get a certificate for a domain',
      {
        200: json(TlsAnswer, 'tls.ask'),
        ...errors.of(['NOT_FOUND']),
        ...failing,
      },
      {
        description:
          'For `on_demand_tls` of Caddy: docs/operate/routes.md. 200 for the host of BASE_URL and the hosts that lead to active tenants, ' +
          'by their slug, their domain or a route; from memory, within 5 seconds of a change.',
        parameters: [{ in: 'query', name: 'domain', required: true, schema: { type: 'string' } }],
      },
    ),
    '/.well-known/insula-challenge/{value}': get(
      'route.challenge',
      'Show that a host leads to this installation',
      {
        200: text('text/plain', 'The answer that POST /admin/routes/{id}/verify expects'),
        ...failing,
      },
      {
        parameters: [
          {
            in: 'path',
            name: 'value',
            required: true,
            schema: { type: 'string' },
            description: 'The value of the route’s verification',
          },
        ],
      },
    ),
    '/docs': get('page.docs', 'Read this documentation as a page', {
      200: text('text/html', 'A page'),
      ...failing,
    }),
    '/docs/openapi.json': get(
      'page.openapi',
      'Get this documentation as OpenAPI 3.1',
      {
        200: {
          description: 'OpenAPI',
          headers: { ...requestIdHeader, ...etagHeader },
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        304: notModified,
        ...failing,
      },
      { parameters: [{ $ref: `#/components/parameters/${ifNoneMatch[0]}` }] },
    ),
    '/metrics': get(
      'metrics.get',
      'Get metrics in the text format of Prometheus',
      {
        200: text('text/plain', 'Metrics'),
        ...errors.of([
          'UNAUTHORIZED',
          'INVALID_TOKEN',
          'FORBIDDEN',
          'INSUFFICIENT_SCOPE',
          'IP_NOT_ALLOWED',
          'RATE_LIMITED',
        ]),
        ...failing,
      },
      {
        description: 'Needs a platform key with the scope `metrics`.',
        security: [{ platformKey: [] }],
        'x-platform-scope': 'metrics',
      },
    ),
    '/v1/realtime': get(
      'realtime.connect',
      'Listen and talk over a WebSocket',
      {
        101: { description: 'The connection speaks WebSocket from here on' },
        ...errors.of(['UPGRADE_REQUIRED', ...refusals]),
        default: { description: 'An error', content: { 'application/json': { schema: anyError } } },
      },
      {
        description:
          'A plain request answers 426. The messages on the socket are described in docs/events/realtime.md.',
        security: [{ tenantKey: [] }, { accessToken: [] }, {}],
        parameters: socketParameters,
      },
    ),
  };
}

/** Before the upgrade. */
const refusals: ErrorCode[] = [
  'VALIDATION_ERROR',
  'TENANT_REQUIRED',
  'UNAUTHORIZED',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'SESSION_REVOKED',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'IP_NOT_ALLOWED',
  'TENANT_MISMATCH',
  'TENANT_SUSPENDED',
  'USER_BANNED',
  'PLAN_LIMIT_EXCEEDED',
  'TENANT_NOT_FOUND',
  'RATE_LIMITED',
  'CONCURRENCY_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const socketParameters: Json[] = [
  {
    name: 'token',
    description: 'An API key or an access token; the header Authorization also works',
  },
  { name: 'tenant_id', description: 'Id or slug of the tenant', required: true },
  { name: 'channels', description: 'Channels to subscribe to immediately, separated by commas' },
  { name: 'since', description: 'The position from which these channels continue' },
].map((parameter) => ({ in: 'query', required: false, schema: { type: 'string' }, ...parameter }));

const anyError: Json = { $ref: '#/components/schemas/Error' };

/** Health checkers read the status; people read `checks`. Not an error envelope: it has the content of a 200. */
function notReady(schemas: Schemas): Json {
  const { properties, ...rest } = envelope(schemas.of(Ready, 'output')) as { properties: Json };
  return { ...rest, properties: { ...properties, success: { const: false } } };
}
