import { version } from '../process/version.ts';
import { about } from './openapi/about.ts';
import { contentParameters } from './openapi/content.ts';
import { ErrorResponses, errorSchema, errorsOf } from './openapi/errors.ts';
import { bodyName, formName } from './openapi/names.ts';
import { publicPaths } from './openapi/public-paths.ts';
import { goodResponses } from './openapi/responses.ts';
import { safeParametersOf } from './openapi/safe-writes.ts';
import { type Json, Schemas } from './openapi/schemas.ts';
import { canBeTried, mindsIfMatch, permissionOf, type Route, type RouteGroup } from './route.ts';

/** The OpenAPI 3.1 description of every route, made from their tables. */
export function openApiDocument(groups: RouteGroup[], baseUrl: string): Json {
  const described = documents.get(groups) ?? describe(groups);
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

function describe(groups: RouteGroup[]): Json {
  const schemas = new Schemas();
  const errors = new ErrorResponses();
  const parameters = Object.assign({}, ...groups.map((group) => group.parameters));
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
      );
    }
  }
  Object.assign(paths, publicPaths(schemas, errors));
  schemas.keep('Error', errorSchema(), 'output');
  return {
    paths: schemas.link(paths),
    components: {
      schemas: schemas.named(),
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
          description: 'The platform key: PLATFORM_ADMIN_KEY',
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
  parameters: Record<string, string>,
  schemas: Schemas,
  errors: ErrorResponses,
): Json {
  return {
    operationId: route.id,
    tags: [group.name],
    summary: route.summary,
    description: [route.description, whoMayCall(route)].filter(Boolean).join('\n\n'),
    security: securityOf(route),
    'x-scope': route.scope,
    parameters: [
      ...pathParametersOf(route, parameters),
      ...queryParameters(route, schemas),
      ...versionParameters(route),
      ...(route.sendsContent ? contentParameters : []),
      ...headerParameters(route),
      ...(canBeTried(route) ? safeParametersOf(route) : []),
      ...(isData(route) ? [asUser] : []),
    ],
    ...(route.takesBytes && {
      requestBody: {
        content: {
          [route.takesBytes === true ? 'application/octet-stream' : route.takesBytes]: {},
        },
      },
    }),
    ...(route.body && {
      requestBody: {
        required: route.upload?.isRequired || !route.body.safeParse({}).success,
        content: {
          ...(route.upload?.isRequired
            ? {}
            : {
                'application/json': {
                  schema: schemas.of(route.body, 'input', bodyName(route)),
                  ...(route.example?.body ? { example: route.example.body } : {}),
                },
              }),
          ...(route.takesForm
            ? {
                'application/x-www-form-urlencoded': {
                  schema: schemas.of(route.body, 'input', bodyName(route)),
                },
              }
            : {}),
          ...(route.upload ? { 'multipart/form-data': { schema: formOf(route, schemas) } } : {}),
        },
      },
    }),
    responses: {
      ...goodResponses(route, schemas),
      ...errors.of(errorsOf(route), route),
    },
  };
}

/** Whether an operation works with data: what users do, and what admins do as a user. */
const isData = ({ scope }: Route): boolean => scope === 'read' || scope === 'write';

const asUser: Json = {
  name: 'as_user',
  in: 'query',
  description: 'For callers with the scope `*`: acts as this user, with their roles and policies',
  schema: { type: 'string' },
};

const whoMayCall = (route: Route): string =>
  route.hasOwnAddress
    ? 'Needs no token: the URL identifies the tenant.'
    : route.asksForToken
      ? 'Needs a token or a signed URL. Public files need only the tenant (`X-Tenant-ID`, the host or `?tenant_id=`).'
      : whoElseMayCall(route);

const whoElseMayCall = (route: Route): string =>
  ({
    platform: 'Needs the platform key.',
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
  const megabytes = (route.upload as { maxBytes: number }).maxBytes / 1024 / 1024;
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `The file, up to ${megabytes} MB`,
  };
  const form = {
    type: 'object',
    properties: { ...schema.properties, file },
    ...(route.upload?.isRequired ? { required: ['file'] } : {}),
    additionalProperties: false,
  };
  return schemas.keep(formName(route), form, 'input');
}

function versionParameters(route: Route): Json[] {
  const [name, description] =
    route.method === 'GET'
      ? ['If-None-Match', 'The ETag you have: answers 304 without a body while it is still current']
      : ['If-Match', 'The expected ETag, or several: answers 412 if the record has another'];
  if (!mindsIfMatch(route) && !(route.isVersioned && route.method === 'GET')) return [];
  return [{ name, in: 'header', description, schema: { type: 'string' }, example: '"3"' }];
}

const headerParameters = ({ takesHeaders = {} }: Route): Json[] =>
  Object.entries(takesHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }));

function pathParametersOf(route: Route, parameters: Record<string, string>): Json[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: parameters[name] ?? name,
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
