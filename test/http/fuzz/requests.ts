import { type Schema, Values, type Way } from '../../concurrency/hostile/values.ts';
import { Random } from './random.ts';
import { hostileText, hostileValue, mutated } from './values.ts';

interface Parameter {
  name: string;
  in: string;
  $ref?: string;
}
export interface Operation {
  id: string;
  method: string;
  path: string;
  scope: string;
  parameters: Parameter[];
  content: Record<string, { schema?: Schema; example?: unknown }>;
  responses: Record<string, { $ref?: string }>;
}
export interface Document {
  paths: Record<string, Record<string, Omit<Operation, 'id' | 'scope' | 'content'> & Described>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}
interface Described {
  operationId: string;
  'x-scope': string;
  requestBody?: { content: Operation['content'] };
}

export interface Request {
  operation: Operation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

export const operationsOf = ({ paths, components }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, described]) => ({
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      scope: described['x-scope'],
      parameters: (described.parameters ?? []).map(
        (one) => components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one,
      ),
      content: described.requestBody?.content ?? {},
      responses: described.responses,
    })),
  );

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'];
const ways: Way[] = ['long', 'many', 'maps', 'lists', 'and', 'not'];
const types = [
  'application/json',
  'application/json; charset=utf-16',
  'application/problem+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'message/rfc822',
  'x',
];
const brokenJson = [
  ...['', ' ', '{', '{"a":1,}', '{"a":1', "{'a':1}", 'undefined', 'NaN', '[1,2', '"a', '{"a":01}'],
  ...['{"a":1,"a":2}', '{"name":"a","name":[],"name":{}}', '{"__proto__":{"a":1}}', '\ufeff{}'],
  ...['{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"a":1e400}', '{"a":12345678901234567890}', '[]'],
  ...['"text"', '1', 'null', 'true', '{"a":"\u0001"}', '{}{}', '// a\n{}', '[[[[[[[[[['],
];
const odd: Array<[name: string, values: string[]]> = [
  ['if-match', ['*', '"1"', 'W/"1"', '1', '"', '""', '"1","2"', 'x'.repeat(500)]],
  ['if-none-match', ['*', '"1"', 'x', ',']],
  ['idempotency-key', ['', 'a', 'x'.repeat(300), 'é', '{}', '\t', 'a b']],
  ['dry-run', ['true', 'false', 'x', '']],
  ['prefer', ['dry-run', 'x']],
  [
    'range',
    ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-2', 'x', 'bytes=99999999999999999999-'],
  ],
  ['accept', ['text/html', 'application/json', '*/*', 'x', 'text/event-stream', ';q=2']],
  ['accept-encoding', ['gzip', 'br', 'identity;q=0', 'x', '*']],
  ['content-encoding', ['gzip', 'br', 'x', 'deflate']],
  ['origin', ['null', 'https://evil.example', 'x', '']],
  ['x-tenant-id', ['', 'x', 'ten_', '../', 'ten_00000000000000000000000000000000', 'é']],
  ['x-causation', ['x', '{}', '1', 'a.b.c']],
  ['x-request-id', ['x', '', 'req_1', 'é']],
  ['user-agent', ['', 'x'.repeat(2_000), 'é']],
  ['cookie', ['a=b', ';', '=']],
  ['last-event-id', ['-1', 'x', '9'.repeat(30)]],
  ['tus-resumable', ['1.0.0', '0.0.1']],
  ['upload-length', ['-1', '1', 'x', '9'.repeat(20)]],
  ['upload-offset', ['-1', '0', 'x']],
  ['upload-metadata', ['a', 'filename YQ==', 'a b c', ',']],
  ['x-forwarded-proto', ['https', 'x']],
  ['x-http-method-override', ['DELETE']],
];

export interface Callers {
  /** Headers that say who is calling. */
  headers: Array<Record<string, string>>;
  /** Those that may do nearly all of it, by scope. */
  usual: Record<string, Record<string, string>>;
}

/** Makes requests: each depends only on the seed and its number. */
export class Requests {
  private readonly operations: Operation[];
  private readonly values: Values;
  private readonly seed: number;

  constructor(document: Document, seed: number) {
    this.operations = operationsOf(document);
    this.values = new Values(document.components.schemas);
    this.seed = seed;
  }

  make(n: number, callers: Callers, params: Record<string, string>): Request {
    const random = new Random(Math.imul(this.seed, 2_654_435_761) + n);
    for (let skipped = 0; skipped < 3; skipped++) random.next();
    const operation = this.operations[n % this.operations.length] as Operation;
    const body = this.bodyOf(random, operation);
    const usual = callers.usual[operation.scope] ?? callers.usual.tenant;
    return {
      operation,
      method: random.hits(6) ? random.of(methods) : operation.method,
      path: pathOf(random, operation, params) + queryOf(random, operation, params),
      headers: {
        ...(random.hits(75) ? usual : random.of(callers.headers)),
        'x-forwarded-for': `100.${64 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`,
        ...headersOf(random),
        ...(body?.type ? { 'content-type': body.type } : {}),
        // Node sends it only for POST, and bytes after the headers of others would be the next request.
        ...(body ? { 'content-length': String(Buffer.byteLength(body.bytes)) } : {}),
      },
      body: body?.bytes,
    };
  }

  private bodyOf(random: Random, { content }: Operation) {
    const known = Object.keys(content);
    if (known.length === 0 && !random.hits(5)) return undefined;
    const usual = known.length > 0 ? random.of(known) : 'application/json';
    const type = random.hits(5) ? random.of([...types, '']) : usual;
    return { type, bytes: this.bytesOf(random, type, content[usual] ?? {}) };
  }

  private bytesOf(
    random: Random,
    type: string,
    { schema, example }: { schema?: Schema; example?: unknown },
  ): string | Buffer {
    if (random.hits(5)) return random.of(brokenJson);
    if (random.hits(2)) return Buffer.from(Array.from({ length: 50 }, () => random.below(256)));
    const least = example ?? (schema && this.values.least(schema)) ?? {};
    if (type.startsWith('application/x-www-form')) return pairs(random, least as object);
    if (type.startsWith('multipart/')) return parts(random, least as object);
    if (type.startsWith('message/'))
      return `From: ${hostileText(random)}\r\n\r\n${hostileText(random)}`;
    if (!/json/.test(type)) return hostileText(random);
    if (schema && random.hits(15)) {
      const bytes = random.hits(5) ? 1_000_000 : 2_000;
      const room = { bytes, values: random.hits(5) ? 5_000 : 50, levels: 60, text: 'a' };
      return JSON.stringify(this.values.of(schema, random.of(ways), room));
    }
    let value: unknown = least;
    for (let times = random.below(4); times > 0; times--) value = mutated(random, value);
    const json = JSON.stringify(value);
    // Numbers that JSON can hold and JavaScript cannot, and names that come twice.
    if (random.hits(2))
      return json.replace(/\d+/, random.of(['1e999', '-0', '9'.repeat(40), '1E-400']));
    return random.hits(2) ? json.replace('{', '{"name":1,"name":2,') : json;
  }
}

const piece = (random: Random, value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return random.hits(30) ? hostileText(random) : text;
};

function pathOf(random: Random, { path }: Operation, params: Record<string, string>): string {
  const isOdd = random.hits(20);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!isOdd) return encodeURIComponent(params[name] ?? name);
    const raw = [
      '%00',
      '%',
      '%zz',
      '..',
      '%2e%2e',
      '%F0%9F%92%A9',
      '%ff',
      'a%2Fb',
      '-1',
      '*',
      '@',
      '',
    ];
    return random.hits(50)
      ? random.of(raw)
      : encodeURIComponent(hostileText(random)).slice(0, 6_000);
  });
  return random.hits(2)
    ? filled + random.of(['/', '//', '/x', '.json', ';a=b', '%20', '#'])
    : filled;
}

function queryOf(
  random: Random,
  { parameters }: Operation,
  params: Record<string, string>,
): string {
  const own = parameters.filter((one) => one.in === 'query');
  const pieces: string[] = [];
  for (const { name } of own) {
    if (random.hits(75)) continue;
    const value = random.hits(30) ? (params[name] ?? '1') : String(hostileValue(random));
    pieces.push(`${name}=${encodeURIComponent(value.toWellFormed()).slice(0, 3_000)}`);
  }
  if (random.hits(3))
    pieces.push(
      random.of(['a=1', '=', '&&', '%', 'limit=1&limit=2', '__proto__=1', '%zz=%ff', 'a[b]=1']),
    );
  if (pieces.length === 0) return '';
  return `?${pieces.join('&')}`.slice(0, 7_000);
}

const headersOf = (random: Random): Record<string, string> =>
  random.hits(70)
    ? {}
    : Object.fromEntries(
        Array.from({ length: 1 + random.below(2) }, () => {
          const [name, values] = random.of(odd);
          return [name, random.of(values)];
        }),
      );

const pairs = (random: Random, fields: object): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(piece(random, value).toWellFormed())}`)
    .join('&') + (random.hits(10) ? random.of(['&', '&a=1', '&%=%', '&__proto__=1']) : '');

const parts = (random: Random, fields: object): string =>
  `${Object.entries({ ...fields, ...(random.hits(60) ? { file: 'x' } : {}) })
    .map(
      ([name, value]) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"${name === 'file' ? `; filename="${random.of(['a.txt', '', '../a', 'é', 'a\u0001'])}"` : ''}\r\n\r\n${piece(random, value)}\r\n`,
    )
    .join('')}${random.hits(90) ? '--x--\r\n' : ''}`;
