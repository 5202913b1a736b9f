import { errorsOf } from '../doors/http/openapi/errors.ts';
import type { Json } from '../doors/http/openapi/schemas.ts';
import { openApiDocument } from '../doors/http/openapi.ts';
import { groups, routes } from '../groups/index.ts';
import { permissionOf, type Route } from '../operations/route.ts';

const about = `# Operations: method, path, operation, scope (permission of users), body -> status, answer, errors.
# Errors are those that the operation adds to what any operation of its kind may answer.
# Made from the routes by \`npm run docs\`: change them there. The whole document: \`insula openapi\`, GET /docs/openapi.json.
`;

interface Media {
  schema?: Json;
}

interface Operation {
  operationId: string;
  security: Json[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

const routeOf = new Map(routes.map((route) => [route.id, route]));

/**
 * docs/reference/operations.txt: the API as people review it, one line for each operation. Sorted by path, so that a new
 * operation is a line of its own among its neighbours, and branches merge.
 */
export function operationsDigest(): string {
  const { paths } = openApiDocument(groups, 'http://localhost') as {
    paths: Record<string, Record<string, Operation>>;
  };
  const lines = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]): Line => [path, method.toUpperCase(), operation],
    ),
  );
  return about + lines.sort(byPath).map(describe).join('');
}

type Line = [path: string, method: string, operation: Operation];

function byPath([path, method]: Line, [otherPath, otherMethod]: Line): number {
  const [a, b] = [`${path} ${method}`, `${otherPath} ${otherMethod}`];
  return a < b ? -1 : 1;
}

function describe([path, method, operation]: Line): string {
  const route = routeOf.get(operation.operationId);
  const parts = [
    method,
    path,
    operation.operationId,
    route ? whoMayCall(route) : (Object.keys(operation.security[0] ?? {})[0] ?? 'open'),
    ...bodyOf(operation),
    '->',
    ...answersOf(operation),
    ...(route ? ownErrors(route) : []),
  ];
  return `${parts.join(' ')}\n`;
}

/** `schema (webhooks:manage)`: the scope of keys, and what the roles of users must permit. */
function whoMayCall(route: Route): string {
  const scope = route.scopeWithToken ? `${route.scope}/${route.scopeWithToken}` : route.scope;
  const isForUsers = !['platform', 'open', 'public', 'user'].includes(scope);
  return isForUsers ? `${scope} (${permissionOf(route)})` : scope;
}

function bodyOf({ requestBody }: Operation): string[] {
  if (!requestBody) return [];
  const media = Object.entries(requestBody.content).map(([type, { schema }]) =>
    named(type, nameOf(schema)),
  );
  return [[...new Set(media)].join('|')];
}

function answersOf({ responses }: Operation): string[] {
  return Object.entries(responses)
    .filter(([status]) => /^[123]/.test(status))
    .map(([status, { content = {} }]) => {
      const media = Object.entries(content).map(([type, { schema }]) =>
        named(type, nameOf(dataOf(schema))),
      );
      return [status, [...new Set(media)].join('|')].filter(Boolean).join(' ');
    });
}

/** JSON goes by the name of its shape, other media by their type. */
const named = (type: string, name: string): string =>
  type === 'application/json' ? name : type === 'multipart/form-data' ? `${name}+file` : type;

/** Returns the schema of the data inside the envelope. */
const dataOf = (schema?: Json): Json | undefined =>
  ((schema?.properties as Json | undefined)?.data as Json | undefined) ?? schema;

function nameOf(schema?: Json): string {
  if (typeof schema?.$ref === 'string') return schema.$ref.split('/').at(-1) as string;
  if (schema?.type === 'array') return `${nameOf(schema.items as Json)}[]`;
  return String(schema?.type ?? 'any');
}

/** Errors of this operation that no rule gives to all of its kind. */
function ownErrors(route: Route): string[] {
  const { errors: _, ...plain } = route;
  const shared = new Set(errorsOf(plain));
  return [...new Set(route.errors)].filter((code) => !shared.has(code)).toSorted();
}
