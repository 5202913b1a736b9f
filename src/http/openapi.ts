import { z } from 'zod';
import { groups } from '../routes/index.ts';
import { version } from '../version.ts';
import { type ErrorCode, errorCodes } from './errors.ts';
import type { Route, RouteGroup } from './route.ts';

type Json = Record<string, unknown>;

/** What a path parameter is, for every route that has it. */
const pathParameters: Record<string, string> = {
  object_type_id: 'The id (`ot_…`) or the name of an object type',
  object_id: 'The id of an object',
  property_id: 'The id of a property',
  key_id: 'The id of an API key',
  tenant_id: 'The id of a tenant',
  version_number: 'The number of a version',
};

const about = `One API for every application a team builds. Each call acts on one tenant: the one its token belongs to.

**Authentication.** \`Authorization: Bearer <token>\`; under /admin the platform key, else an API key of the tenant.

**Answers.** \`{"success":true,"data":…,"request_id":"req_…"}\`, and for errors
\`{"success":false,"error":{"code","message","details"?},"request_id":"req_…"}\`. The header X-Request-Id repeats the id; send your own to follow a call through the log.

**Lists** of objects are read by \`cursor\`: pass \`next_cursor\` of the page before. **Versions**: a record's ETag is its version; \`If-Match\` refuses a change of another one.`;

/** The OpenAPI 3.1 description of every route, made from the route tables. */
export function openApiDocument(baseUrl: string): Json {
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  for (const group of groups) {
    for (const route of group.routes) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      paths[path] ??= {};
      (paths[path] as Json)[route.method.toLowerCase()] = operation(group, route, schemas);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Insula',
      version,
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [
      ...groups.map(({ name, description }) => ({ name, description })),
      { name: 'public', description: 'Open to everybody, without a token.' },
    ],
    paths: { ...paths, ...publicPaths(schemas) },
    components: {
      schemas: { ...schemas.named, Error: errorSchema() },
      securitySchemes: {
        tenantKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the tenant: `ins_…`',
        },
        platformKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The platform key: PLATFORM_ADMIN_KEY',
        },
      },
    },
  };
}

/** Errors that any route may answer, besides its own. */
function errorsOf(route: Route): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      'UNAUTHORIZED',
      'INVALID_TOKEN',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
      'SERVICE_UNAVAILABLE',
      'TIMEOUT',
      ...(route.query || route.body || route.path.includes(':')
        ? (['VALIDATION_ERROR'] as const)
        : []),
      ...(route.body
        ? (['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)
        : []),
      ...(route.path.includes(':') ? (['NOT_FOUND'] as const) : []),
      ...(route.method === 'GET' ? [] : (['CONFLICT'] as const)),
      ...(route.scope === 'platform'
        ? (['FORBIDDEN'] as const)
        : ([
            'TOKEN_EXPIRED',
            'FORBIDDEN',
            'INSUFFICIENT_SCOPE',
            'IP_NOT_ALLOWED',
            'TENANT_SUSPENDED',
            'TENANT_MISMATCH',
          ] as const)),
      ...(route.errors ?? []),
    ]),
  ];
}

function operation(group: RouteGroup, route: Route, schemas: Schemas): Json {
  const isPlatform = route.scope === 'platform';
  const scopeNote = isPlatform ? 'Needs the platform key.' : `Needs the scope \`${route.scope}\`.`;
  return {
    operationId: route.id,
    tags: [group.name],
    summary: route.summary,
    description: [route.description, scopeNote].filter(Boolean).join('\n\n'),
    security: [isPlatform ? { platformKey: [] } : { tenantKey: [] }],
    'x-scope': route.scope,
    parameters: [...pathParametersOf(route), ...queryParameters(route, schemas)],
    ...(route.body && {
      requestBody: {
        required: !route.body.safeParse({}).success,
        content: {
          'application/json': {
            schema: schemas.of(route.body, 'input'),
            ...(route.example?.body ? { example: route.example.body } : {}),
          },
        },
      },
    }),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Done',
        headers: {
          'X-Request-Id': {
            schema: { type: 'string' },
            description: 'The id of this request in the log',
          },
        },
        content: { 'application/json': { schema: envelope(schemas.of(route.returns, 'output')) } },
      },
      ...errorResponses(errorsOf(route)),
    },
  };
}

function pathParametersOf(route: Route): Json[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameters[name] ?? name,
    schema: { type: 'string' },
  }));
}

function queryParameters(route: Route, schemas: Schemas): Json[] {
  if (!route.query) return [];
  const schema = schemas.of(route.query, 'input') as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(schema.properties).map(([name, { description, ...rest }]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    description: description ?? name,
    schema: rest,
  }));
}

/** One response per status, with the codes it may carry. */
function errorResponses(codes: ErrorCode[]): Record<string, Json> {
  const byStatus = Object.groupBy(codes, (code) => String(errorCodes[code][0]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list = []]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${errorCodes[code][1]}`).join('\n\n'),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: {
              success: false,
              error: { code: list[0], message: errorCodes[list[0] as ErrorCode][1] },
              request_id: 'req_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d',
            },
          },
        },
      },
    ]),
  );
}

const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['success', 'data', 'request_id'],
  properties: { success: { const: true }, data, request_id: { type: 'string' } },
});

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['success', 'error', 'request_id'],
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: Object.keys(errorCodes) },
          message: { type: 'string', description: 'What is wrong, and the way out' },
          details: {
            description: 'For VALIDATION_ERROR a list of {path, code, message}, else what helps',
          },
          param: { type: 'string', description: 'The field or parameter at fault' },
          dependencies: {
            type: 'array',
            items: {
              type: 'object',
              required: ['type', 'count', 'label'],
              properties: {
                type: { type: 'string' },
                count: { type: 'integer' },
                label: { type: 'string' },
              },
            },
          },
          confirm_token: { type: 'string' },
          retry_after: { type: 'integer', description: 'Seconds' },
        },
      },
      request_id: { type: 'string' },
    },
  };
}

/** The pages of src/pages. */
function publicPaths(schemas: Schemas): Record<string, Json> {
  const html = { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } };
  const health = z.object({
    status: z.string(),
    service: z.string(),
    version: z.string(),
    timestamp: z.string(),
    region: z.string(),
    uptime: z.string(),
  });
  const ready = z.object({
    status: z.string(),
    service: z.string(),
    timestamp: z.string(),
    checks: z.record(z.string(), z.string()),
  });
  const get = (operationId: string, summary: string, response: Json, more: Json = {}) => ({
    get: {
      operationId,
      tags: ['public'],
      summary,
      security: [],
      responses: {
        200: response,
        ...errorResponses(['SERVICE_UNAVAILABLE']),
        ...errorResponses(['ROUTE_NOT_FOUND']),
      },
      ...more,
    },
  });
  const json = (schema: z.ZodType) => ({
    description: 'Done',
    content: { 'application/json': { schema: envelope(schemas.of(schema, 'output')) } },
  });
  return {
    '/': get('page.landing', 'Landing page', html),
    '/health': get('health.get', 'Whether the process lives', json(health)),
    '/ready': get(
      'ready.get',
      'Whether requests can be served: 503 while the database is away',
      json(ready),
    ),
    '/docs': get('page.docs', 'This documentation as a page', html),
    '/docs/openapi.json': get('page.openapi', 'This documentation as OpenAPI 3.1', {
      description: 'OpenAPI',
      content: { 'application/json': { schema: { type: 'object' } } },
    }),
    '/metrics': get(
      'metrics.get',
      'Metrics in Prometheus’ text format',
      { description: 'Metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
      { security: [{ platformKey: [] }] },
    ),
    '/v1/realtime': {
      get: {
        operationId: 'realtime.connect',
        tags: ['public'],
        summary: 'WebSocket only',
        security: [],
        responses: errorResponses(['UPGRADE_REQUIRED']),
      },
    },
  };
}

/** zod schemas as JSON Schema; those with an id become components. */
class Schemas {
  readonly named: Record<string, Json> = {};

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs,
      ...json
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: openOutput }) as Json & {
      $defs?: Record<string, Json>;
    };
    for (const [id, definition] of Object.entries($defs ?? {}))
      this.named[id] = relink(withoutId(definition));
    const linked = relink(json);
    if (typeof linked.id !== 'string') return linked;
    this.named[linked.id] = withoutId(linked);
    return { $ref: `#/components/schemas/${linked.id}` };
  }
}

/** Answers may gain fields: clients must not refuse them. */
function openOutput({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

function withoutId({ id: _, ...rest }: Json): Json {
  return rest;
}

function relink(json: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/'));
}
