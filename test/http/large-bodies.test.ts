import fc from 'fast-check';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BodyThreads, threadBytes } from '../../src/operations/body-threads.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

/** Bodies of more than 256 kB are read in a thread of their own, and answered as all others are. */

const server = useServer({ BODY_MEMORY_TENANT_MB: '64' });
let api: TenantClient;
let other: TenantClient;
beforeAll(async () => {
  [api, other] = [await createTenant(server), await createTenant(server)];
  await api.post('/v1/object-types', { name: 'things' });
});

const padding = ' '.repeat(threadBytes);
const script = new URL('../../src/process/body-thread.ts', import.meta.url);

interface Sent {
  method?: string;
  path: string;
  text: string;
  headers?: Record<string, string>;
}

async function send({ method = 'POST', path, text, headers = {} }: Sent) {
  const sent = { 'content-type': 'application/json', 'X-Tenant-ID': api.tenant.id, ...headers };
  const { status, body } = await api.send(method, path, { headers: sent, body: text });
  const { request_id: _, ...rest } = body;
  return { status, ...rest };
}

/** Members that differ each time. */
const withoutIds = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, value) =>
      /^(id|\w+_at|\w*_id|secret\w*)$/.test(key)
        ? undefined
        : key === 'message'
          ? String(value).replace(/ at position \d+ .*/, '')
          : value,
    ),
  );

/** The same body, small and so large that a thread reads it. @returns the answer of both */
async function bothWays(sent: Sent) {
  const small = await send(sent);
  const large = await send({ ...sent, text: sent.text.replace(/^(\s*)([{[]?)/, `$1$2${padding}`) });
  expect(withoutIds(large)).toEqual(withoutIds(small));
  return small;
}

const objects = '/v1/objects/things';
const json = JSON.stringify;

describe('a large body is answered as a small one', () => {
  it.each<[string, number, Sent]>([
    [
      'with properties',
      201,
      { path: objects, text: '{"properties":{"a":"e\\u0301","e\u0301":[1.50,"\u212b"]}}' },
    ],
    ['with a field that is not known', 400, { path: objects, text: '{"property":{}}' }],
    [
      'with the tenant beside it',
      201,
      { path: objects, text: '{"tenant_id":"TENANT","properties":{}}' },
    ],
    ['with another tenant', 403, { path: objects, text: '{"tenant_id":"OTHER","properties":{}}' }],
    ['that is cut off', 400, { path: objects, text: '{"properties":{"a":1}' }],
    ['that is a list', 400, { path: objects, text: '[]' }],
    [
      'that is too deep',
      400,
      { path: objects, text: `{"properties":{"a":${'['.repeat(64)}${']'.repeat(64)}}}` },
    ],
    [
      'with too many values',
      400,
      { path: objects, text: `{"properties":{"a":[${Array(20_001).fill(1)}]}}` },
    ],
    ['with a NUL', 400, { path: objects, text: '{"properties":{"a":[{"b":"\\u0000"}]}}' }],
    [
      'with a number that would lose digits',
      400,
      { path: objects, text: '{"properties":{"a":12345678901234567890}}' },
    ],
    ['with a query that is not known', 400, { path: `${objects}?a=1`, text: '{}' }],
    [
      'that is tried only',
      201,
      { path: `${objects}?dry_run=true`, text: '{"properties":{"a":1}}' },
    ],
    ['of a type that there is not', 404, { path: '/v1/objects/nothing', text: '{}' }],
    [
      'of a search',
      200,
      {
        path: `${objects}/search`,
        text: '{"filters":{"and":[{"property":"id","operator":"eq","value":"obj_x"}]},"limit":3}',
      },
    ],
    [
      'of a search with a fault',
      400,
      { path: `${objects}/search`, text: '{"filters":[{"property":"q","operator":"none"}]}' },
    ],
    [
      'of a transaction',
      200,
      {
        path: '/v1/transaction',
        text: `{"requests":[{"id":"a","method":"POST","path":"${objects}","body":{"properties":{"t":1}}},{"method":"GET","path":"${objects}/{{a.data.id}}"}]}`,
      },
    ],
    [
      'of a transaction with a fault',
      400,
      {
        path: '/v1/transaction',
        text: `{"requests":[{"method":"POST","path":"${objects}","body":{"x":1}}]}`,
      },
    ],
    [
      'of a transaction at no path',
      404,
      { path: '/v1/transaction', text: '{"requests":[{"method":"POST","path":"/v1/nothing"}]}' },
    ],
    [
      'of a transaction for another tenant',
      403,
      {
        path: '/v1/transaction',
        text: '{"tenant_id":"OTHER","requests":[{"method":"POST","path":"/v1/nothing"}]}',
      },
    ],
    [
      'for a handler',
      201,
      {
        path: '/v1/webhooks',
        text: '{"url":"https://example.com/\u00e9","events":["object.created"]}',
      },
    ],
    [
      'for a handler, with a fault',
      400,
      { path: '/v1/webhooks', text: '{"url":"nowhere","events":[]}' },
    ],
    [
      'for a handler, of another tenant',
      403,
      {
        path: '/v1/webhooks',
        text: '{"tenant_id":"OTHER","url":"https://example.com","events":["object.created"]}',
      },
    ],
    [
      'of nobody',
      401,
      {
        path: '/v1/auth/signin',
        text: '{"email":"a@example.com","password":"wrong password"}',
        headers: { authorization: '' },
      },
    ],
    ['in GraphQL', 200, { path: '/v1/graphql', text: '{"query":"{ __typename }"}' }],
  ])('%s', async (_, status, sent) => {
    const text = sent.text.replace('TENANT', api.tenant.id).replace('OTHER', other.tenant.id);
    expect((await bothWays({ ...sent, text })).status).toBe(status);
  });

  it('whatever it holds', async () => {
    const number = fc.oneof(
      fc.integer().map(String),
      fc.double().map((n) => json(n)),
      fc.constantFrom('1e400', '-0', '0.1234567890123456789', '9007199254740993', '1E-400', '01'),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }).map((one) => json(one)),
      fc.constantFrom('"e\\u0301"', '"\\ud800"', '"\\u0000"', '"\u1112\u1161\u11ab"', '"\\x"'),
    );
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        number,
        text,
        fc.constantFrom('null', 'true', '{', '"'),
        fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items}]`),
        fc
          .array(fc.tuple(text, tie('value')), { maxLength: 4 })
          .map((items) => `{${items.map(([name, one]) => `${name}:${one}`)}}`),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(value, async (one) => {
        await bothWays({ path: objects, text: `{"properties":{"a":${one}}}` });
      }),
      { numRuns: 40 },
    );
  });

  it('once for its Idempotency-Key, by a handler or without one, however long it is', async () => {
    for (const [path, made] of [
      [objects, { properties: { a: 'x'.repeat(threadBytes) } }],
      [
        '/v1/functions',
        { name: 'once', code: `export default () => ${json('x'.repeat(200_000))}` },
      ],
    ] as const) {
      const headers = { 'Idempotency-Key': `once ${path}` };
      const first = await send({ path, text: json(made), headers });
      const again = await send({ path, text: json(made) + padding, headers });
      expect([again.status, again.data.id]).toEqual([201, first.data.id]);
      const others = {
        path,
        text: json({ ...made, x: 1 }).replace(',"x":1', '') + padding,
        headers,
      };
      expect((await send(others)).status).toBe(201);
      const changed = await send({
        path,
        text: json(made).replace('xxx', 'yyy') + padding,
        headers,
      });
      expect(changed.status).toBe(422);
    }
  });
});

it('keeps what it is given to the character', async () => {
  const properties = {
    text: '"é\\\u{1f600}\n'.repeat(50_000),
    list: Array.from({ length: 5_000 }, (_, n) => n / 7),
  };
  const made = await send({ path: objects, text: json({ properties }) });
  expect(made.data.properties).toEqual(properties);
  const found = await api.get(`${objects}/${made.data.id}`);
  expect(found.body.data.properties).toEqual(properties);
});

it('the thread that answers everyone reads and writes no large JSON', async () => {
  const { parse, stringify } = JSON;
  const lengths: number[] = [];
  const text = 'x'.repeat(4_000_000);
  const bodies: Array<[path: string, body: string]> = [
    [objects, json({ properties: { text } })],
    [objects, json({ properties: { text }, x: 1 })],
    [
      '/v1/transaction',
      json({ requests: [{ method: 'POST', path: objects, body: { properties: { text } } }] }),
    ],
    [`${objects}/search`, json({ filters: [{ property: 'text', operator: 'eq', value: text }] })],
    [
      '/v1/webhooks',
      json({ url: 'https://example.com', events: ['object.created'], headers: { text } }),
    ],
    ['/v1/ai/embeddings', json({ input: text })],
    ['/v1/email/send', json({ to: 'a@example.com', subject: 'x', html: text })],
    ['/v1/auth/signup', json({ email: 'a@example.com', password: text })],
    ['/v1/graphql', json({ query: '{ __typename }', variables: { text } })],
  ];
  const spies = [
    vi.spyOn(JSON, 'parse').mockImplementation((given, reviver) => {
      lengths.push(String(given).length);
      return parse(given, reviver);
    }),
    vi.spyOn(JSON, 'stringify').mockImplementation(((...given: Parameters<typeof stringify>) => {
      const made = stringify(...given);
      lengths.push(made?.length ?? 0);
      return made;
    }) as typeof stringify),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const statuses: number[] = [];
  for (const [path, body] of bodies) {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${api.token}`,
      'X-Tenant-ID': api.tenant.id,
    };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  expect(statuses.slice(0, 3)).toEqual([201, 400, 200]);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(lengths.length).toBeGreaterThan(10);
  expect(lengths.filter((length) => length > threadBytes)).toEqual([]);
});

describe('a thread that ends', () => {
  const job = (text: string) => ({
    route: 'object.create',
    bytes: new Uint8Array(Buffer.from(text)),
    rest: { object_type_id: 'things' },
    isForDatabase: false,
    wantsUse: false,
  });

  it('refuses what it was reading with 503, and another takes its place', async () => {
    const threads = new BodyThreads(script, { baseUrl: server.url }, { atOnce: 1 });
    onTestFinished(() => threads.cut());
    const read = () => threads.do('tenant', 'read', job('{"properties":{"a":1}}'));
    const good = { args: { properties: { a: 1 }, object_type_id: 'things' } };
    expect(await read()).toEqual(good);
    const some = [read(), read()];
    const all = Promise.allSettled(some);
    await threads.cut();
    expect((await all)[0]).toMatchObject({
      status: 'rejected',
      reason: { code: 'SERVICE_UNAVAILABLE', status: 503, headers: { 'Retry-After': '1' } },
    });
    expect((await all)[1]).toEqual({ status: 'fulfilled', value: good });
  });

  it('because it has no memory left is a 503 as well, and everything else goes on', async () => {
    const poor = await server.sibling({}, { threads: { heapMb: 4 } });
    onTestFinished(() => poor.close());
    const ask = (size: number) =>
      fetch(`${poor.url}${objects}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${api.token}` },
        body: json({ properties: { a: 'x'.repeat(size) } }),
      });
    for (let n = 0; n < 2; n++) {
      const { status, headers } = await ask(threadBytes);
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    }
    expect((await ask(10)).status).toBe(201);
  });

  it('because it had nothing to do is no reason to refuse what comes in that moment', async () => {
    const threads = new BodyThreads(script, { baseUrl: server.url }, { atOnce: 1, idleMs: 0 });
    onTestFinished(() => threads.cut());
    const read = () => threads.do('tenant', 'read', job('{"properties":{"a":1}}'));
    for (let n = 0; n < 5; n++) {
      await read();
      // Behind the timer that ends it, and before it has ended.
      await new Promise((resolve) => setTimeout(resolve, 1));
      await new Promise(setImmediate);
    }
  });

  it('because it takes too long is ended', async () => {
    const threads = new BodyThreads(script, { baseUrl: server.url }, { atOnce: 1, longestMs: 1 });
    onTestFinished(() => threads.cut());
    const text = `{"properties":{"a":"${'e\u0301'.repeat(1_000_000)}"}}`;
    await expect(threads.do('tenant', 'read', job(text))).rejects.toMatchObject({ status: 503 });
  });
});

describe('rows to import', () => {
  const rows = (count: number, more: object[] = []) => [
    ...Array.from({ length: count }, (_, n) => ({ name: `Ada ${n}`, text: 'x'.repeat(100) })),
    ...more,
  ];
  const request = (made: object) => ({ object_type_id: 'imported', mode: 'insert', ...made });
  const load = (made: object) => send({ path: '/v1/data/import', text: json(request(made)) });

  it('of a large body become objects, and have their faults, as those of a small one', async () => {
    await api.post('/v1/object-types', { name: 'imported' });
    for (const name of ['name', 'text'])
      await api.post('/v1/object-types/imported/properties', { name, data_type: 'string' });
    const good = await load({ rows: rows(5_000) });
    expect([good.status, good.data.created]).toEqual([200, 5_000]);
    const fault = { name: { first: 'Ada' } };
    const text = json(request({ rows: [fault] }));
    expect((await bothWays({ path: '/v1/data/import', text })).status).toBe(400);
    const skipped = await load({ rows: rows(5_000, ['not a row' as never]), on_error: 'skip' });
    expect([skipped.status, skipped.data.created]).toEqual([200, 5_000]);
  });
});
