import { setImmediate } from 'node:timers/promises';
import { version } from '../../ground/machine/version.ts';
import {
  bytesOf,
  hasOwnAddress,
  permissionOf,
  type Route,
  type RouteGroup,
  type Upload,
  uploadOf,
} from '../../operations/route.ts';
import { about } from './openapi/about.ts';
import { ErrorResponses, errorSchema, errorsOf } from './openapi/errors.ts';
import { keptExamples } from './openapi/examples.ts';
import { bodyName, formName } from './openapi/names.ts';
import { Parameters } from './openapi/parameters.ts';
import { publicPaths } from './openapi/public-paths.ts';
import { goodResponses } from './openapi/responses.ts';
import { type Json, Schemas } from './openapi/schemas.ts';

/** The OpenAPI 3.1 description of every route, made from their tables. */
export function openApiDocument(groups: RouteGroup[], baseUrl: string): Json {
  return withAddress(groups, documents.get(groups) ?? atOnce(describe(groups)), baseUrl);
}

/** The same beside requests, which wait for no more than a few milliseconds of it at a time. */
export async function openApiDocumentInTurns(groups: RouteGroup[], baseUrl: string): Promise<Json> {
  const known = documents.get(groups);
  return withAddress(groups, known ?? (await inTurns(describe(groups))), baseUrl);
}

function withAddress(groups: RouteGroup[], described: Json, baseUrl: string): Json {
  documents.set(groups, described);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Insula',
      version,
      description: about(baseUrl),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl(baseUrl) }],
    tags: [
      ...groups.map(({ name, description }) => ({ name, description })),
      { name: 'public', description: 'Public; needs no token.' },
    ],
    ...described,
  };
}

/** The part that is the same for all addresses of a server, made once. */
const documents = new WeakMap<RouteGroup[], Json>();

function atOnce<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const turnMs = 5;

async function inTurns<T>(steps: Iterator<void, T>): Promise<T> {
  for (let since = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < turnMs) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** Steps of about a millisecond each. */
function* describe(groups: RouteGroup[]): Generator<void, Json> {
  const schemas = new Schemas();
  const errors = new ErrorResponses();
  const parameters = new Parameters(schemas, groups);
  const examples = keptExamples();
  const paths: Record<string, Json> = {};
  for (const group of groups) {
    for (const route of group.routes) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      paths[path] ??= {};
      (paths[path] as Json)[route.method.toLowerCase()] = operation(
        group,
        route,
        parameters,
        schemas,
        errors,
        examples.get(route.id),
      );
      yield;
    }
  }
  Object.assign(paths, publicPaths(schemas, errors, examples));
  schemas.keep('Error', errorSchema(), 'output');
  const link = schemas.linker();
  for (const [path, operations] of Object.entries(paths)) {
    paths[path] = link(operations);
    yield;
  }
  return {
    paths,
    components: {
      schemas: schemas.named(),
      parameters: link(parameters.named),
      responses: errors.named,
      securitySchemes: {
        tenantKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the tenant: `ins_…`',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a signed-in user',
        },
        platformKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A platform key: PLATFORM_ADMIN_KEY, or one made by POST /admin/keys (`insp_…`)',
        },
      },
    },
  };
}

/** Relative to the document where the base is localhost, which is another machine for others. */
function serverUrl(baseUrl: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  return hostname === 'localhost' || hostname === '127.0.0.1' ? pathname : baseUrl;
}

function operation(
  group: RouteGroup,
  route: Route,
  parameters: Parameters,
  schemas: Schemas,
  errors: ErrorResponses,
  example: unknown,
): Json {
  return {
    operationId: route.id,
    tags: [group.name],
    summary: route.summary,
    description: [route.description, whoMayCall(route)].filter(Boolean).join('\n\n'),
    security: securityOf(route),
    'x-scope': route.scope,
    ...(route.platformScope && { 'x-platform-scope': route.platformScope }),
    parameters: parameters.of(route),
    ...(bytesOf(route) && {
      requestBody: {
        content: {
          [bytesOf(route) === true ? 'application/octet-stream' : String(bytesOf(route))]: {},
        },
      },
    }),
    ...(route.body && {
      requestBody: {
        required: uploadOf(route)?.isRequired || !route.body.safeParse({}).success,
        content: {
          ...(uploadOf(route)?.isRequired
            ? {}
            : {
                'application/json': {
                  schema: schemas.of(route.body, 'input', bodyName(route)),
                  ...(route.example?.body ? { example: route.example.body } : {}),
                },
              }),
          ...(route.takes === 'form'
            ? {
                'application/x-www-form-urlencoded': {
                  schema: schemas.of(route.body, 'input', bodyName(route)),
                },
              }
            : {}),
          ...(uploadOf(route) ? { 'multipart/form-data': { schema: formOf(route, schemas) } } : {}),
        },
      },
    }),
    responses: {
      ...goodResponses(route, schemas, example),
      ...errors.of(errorsOf(route), route),
    },
  };
}

const whoMayCall = (route: Route): string =>
  hasOwnAddress(route)
    ? 'Needs no token: the URL identifies the tenant.'
    : route.asksForToken
      ? 'Needs a token or a signed URL. Public files need only the tenant (`X-Tenant-ID`, the host or `?tenant_id=`).'
      : whoElseMayCall(route);

const whoElseMayCall = (route: Route): string =>
  ({
    platform:
      route.platformScope === 'by_field'
        ? 'Needs a platform key with the scopes of the fields.'
        : `Needs a platform key with the scope \`${route.platformScope}\`.`,
    open: 'Needs no token.',
    public: 'Needs no token, but a tenant: `X-Tenant-ID`, the host or `?tenant_id=`.',
    user: 'Needs the access token of a signed-in user.',
  })[route.scope as string] ??
  `Needs the scope \`${route.scope}\`, or a user whose roles permit \`${permissionOf(route)}\`.`;

function securityOf({ scope, takesToken, scopeWithToken, asksForToken }: Route): Json[] {
  if (scope === 'platform') return [{ platformKey: [] }];
  if (scope === 'user') return [{ accessToken: [] }];
  if (scope === 'public' || scope === 'open') {
    if (scopeWithToken || asksForToken) return [{}, { tenantKey: [] }, { accessToken: [] }];
    return takesToken ? [{}, { accessToken: [] }] : [];
  }
  return [{ tenantKey: [] }, { accessToken: [] }];
}

/** The fields of the body, and the file. */
function formOf(route: Route, schemas: Schemas): Json {
  const schema = schemas.of(route.body as NonNullable<Route['body']>, 'input') as {
    properties: Json;
  };
  const megabytes = (uploadOf(route) as Upload).maxBytes / 1024 / 1024;
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `The file, up to ${megabytes} MB`,
  };
  const form = {
    type: 'object',
    properties: { ...schema.properties, file },
    ...(uploadOf(route)?.isRequired ? { required: ['file'] } : {}),
    additionalProperties: false,
  };
  return schemas.keep(formName(route), form, 'input');
}
