import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { groups } from '../../src/groups/index.ts';
import { hasOwnAddress } from '../../src/operations/route.ts';

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
}

interface Operation {
  operationId: string;
  'x-scope'?: string;
  parameters?: Parameter[];
}

const document = openApiDocument(groups, 'http://localhost') as {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const parametersOf = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.map((one) => {
    const name = one.$ref?.split('/').at(-1);
    return name === undefined ? one : (document.components.parameters[name] as Parameter);
  });
const headersOf = (operation: Operation): string[] =>
  parametersOf(operation).flatMap(({ in: place, name }) => (place === 'header' ? [name] : []));

/** Headers that OpenAPI keeps out of parameters, and those that HTTP, browsers and proxies send by themselves. */
const notOfCallers = new Set([
  ...['accept', 'authorization', 'content-type'],
  ...['accept-encoding', 'content-encoding', 'content-length', 'expect', 'host'],
  ...['transfer-encoding', 'upgrade'],
  ...['cookie', 'origin', 'referer', 'user-agent', 'sec-fetch-site', 'sec-purpose', 'purpose'],
  ...['access-control-request-method', 'sec-websocket-key', 'sec-websocket-version'],
  ...['x-purpose', 'x-moz', 'cf-ipcountry', 'cloudfront-viewer-country'],
  // Of proxies.
  'x-forwarded-for',
  // Headers that Insula writes into its own calls, and signs.
  ...['x-insula-depth', 'x-insula-root'],
  // Refused: extensions of tus that are not offered.
  ...['upload-concat', 'upload-defer-length', 'upload-checksum'],
]);

/** Where names are no literals of the place that reads them. */
const elsewhere: Record<string, string[]> = {
  'src/operations/context.ts': ['x-insula-depth', 'x-insula-root'],
  'src/tools/answers/prefetch.ts': ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'],
  'src/groups/short-urls/visitor.ts': ['cf-ipcountry', 'cloudfront-viewer-country'],
  'src/groups/webhooks/verify.ts': ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  'src/groups/files/resumable/headers.ts': [
    ...['upload-length', 'upload-offset', 'upload-concat', 'upload-defer-length'],
    'upload-checksum',
  ],
};
/** Headers of webhooks that a tenant sets, not those of a request. */
const notOfRequests = ['src/groups/webhooks/headers.ts'];

const root = join(import.meta.dirname, '../..');
const files = globSync('src/{ground,operations,tools,groups,doors}/**/*.ts', { cwd: root }).map(
  (file) => ({ file, text: readFileSync(join(root, file), 'utf8') }),
);

/** `req.headers['x-tenant-id']`, `headers.prefer` of a request. */
const literals = (text: string): string[] =>
  [...text.matchAll(/(?:(\w+)\??\.)?headers(?:\['([a-z-]+)'\]|\.([a-z]+)\b(?!\())/g)]
    .filter(([, owner = 'req', , word]) => owner === 'req' && word !== 'ts')
    .map(([, , quoted, word]) => quoted ?? (word as string));

describe('headers that the code reads', () => {
  it('are found', () => {
    expect(literals("req.headers['x-a'] call.req.headers.prefer answer.headers.link")).toEqual([
      'x-a',
      'prefer',
    ]);
    const dynamic = files.filter(({ text }) => /headers\[(?!')/.test(text));
    expect(dynamic.map(({ file }) => file).toSorted()).toEqual(
      [...Object.keys(elsewhere), ...notOfRequests].toSorted(),
    );
  });

  it('are in the document, as a parameter or by name', () => {
    const read = new Set([
      ...files.flatMap(({ text }) => literals(text)),
      ...Object.values(elsewhere).flat(),
    ]);
    const documented = new Set(operations.flatMap(headersOf).map((name) => name.toLowerCase()));
    const told = new Set(
      [...JSON.stringify(document).matchAll(/`([A-Z][\w-]+)\b[^`]*`/g)].map(([, name = '']) =>
        name.toLowerCase(),
      ),
    );
    const missing = [...read].filter(
      (name) => !documented.has(name) && !told.has(name) && !notOfCallers.has(name),
    );
    expect(missing).toEqual([]);
    expect([...notOfCallers].filter((name) => !read.has(name))).toEqual([]);
  });
});

it('every public operation, and no other, documents how to name the tenant', () => {
  const addressed = groups.flatMap(({ routes }) => routes.filter(hasOwnAddress));
  const own = new Set(addressed.map(({ id }) => id));
  for (const operation of operations) {
    const isPublic = operation['x-scope'] === 'public' && !own.has(operation.operationId);
    const names = parametersOf(operation).map(({ in: place, name }) => `${place} ${name}`);
    expect([operation.operationId, names.includes('header X-Tenant-ID')]).toEqual([
      operation.operationId,
      isPublic,
    ]);
    expect(names.length, operation.operationId).toBe(new Set(names).size);
    if (isPublic) expect(names, operation.operationId).toContain('query tenant_id');
  }
});

it('a parameter that three operations repeat is a component', () => {
  const inline = operations.flatMap(({ parameters = [] }) => parameters.filter((p) => !p.$ref));
  const times = Map.groupBy(inline, (one) => JSON.stringify(one));
  // Parts of a signed URL, and filters, which mean something else with each operation.
  const repeated = [...times.values()].filter((all) => all.length > 2).map(([one]) => one?.name);
  expect(repeated.toSorted()).toEqual([
    ...['expires', 'month', 'period', 'redirect_to', 't', 'tenant_id', 'token'],
  ]);
});
