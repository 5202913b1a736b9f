import fc from 'fast-check';
import { describe, expect, inject, it, vi } from 'vitest';
import { type CallValues, callMany, callManyOf } from '../../src/db/call-many.ts';
import { dataOf, readAnswer } from '../../src/operations/answer.ts';
import { type KeyToken, parseKey } from '../../src/operations/credential.ts';
import { createPolicy } from '../policies/support.ts';
import { good } from '../support/answers.ts';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({}, { isInCompany: false });

/** A request, and the one that it is about: of the objects that there are, or that no one has made. */
interface Asked {
  verb: 'get' | 'create' | 'update' | 'delete';
  type: string;
  object: number;
  properties: Record<string, unknown>;
  version?: number | undefined;
  isBySecond: boolean;
}

/** A tenant and all that it has made: every id has a label that is the same in each such tenant. */
interface Scene {
  api: TenantClient;
  keys: KeyToken[];
  labels: Map<string, string>;
  objects: string[];
}

const types = ['things', 'others'];

async function scene(): Promise<Scene> {
  const api = await createTenant(server);
  const { token } = await api.withKey(['read', 'write']);
  const labels = new Map([[api.tenant.id, 'tenant']]);
  for (const type of types) {
    const made = await good(api.post('/v1/object-types', { name: type }));
    labels.set(made.id, type);
    for (const property of [
      { name: 'code', data_type: 'string', is_unique: true },
      { name: 'n', data_type: 'integer', is_indexed: true },
      { name: 'text', data_type: 'text' },
    ])
      labels.set(
        (await good(api.post(`/v1/object-types/${type}/properties`, property))).id,
        `${type}.${property.name}`,
      );
  }
  const keys = [api.token, token].map((each) => parseKey(each) as KeyToken);
  for (const [n, { handle }] of keys.entries()) labels.set(handle, `key ${n}`);
  const { rows } = await server.db.query(
    'select id, handle from app.api_keys where tenant_id = $1',
    [api.tenant.id],
  );
  for (const { id, handle } of rows) labels.set(id, `${labels.get(handle)} id`);
  const one: Scene = { api, keys, labels, objects: [] };
  const first = { verb: 'create' as const, object: 0, isBySecond: false };
  await apart(
    one,
    types.flatMap((type) =>
      [1, 2, 3, 4, 5, 6].map((n) => ({ ...first, type, properties: { code: `first ${n}`, n } })),
    ),
    'first',
  );
  return one;
}

function callOf(one: Scene, asked: Asked, request: string): CallValues {
  const { verb, type, object, properties, version, isBySecond } = asked;
  const { tenant, handle, secretHash: hash } = one.keys[isBySecond ? 1 : 0] as KeyToken;
  const rights = verb === 'get' ? { scope: 'read' } : { scope: 'write', change: {} };
  const about = verb === 'create' ? {} : { object_id: one.objects[object] ?? 'obj_nowhere' };
  const values = verb === 'create' || verb === 'update' ? { properties } : {};
  return [
    tenant,
    JSON.stringify({
      ...{ ...rights, handle, hash, request_id: request, ip: '127.0.0.1' },
      ...(verb === 'get' ? {} : { root: rootOf(request) }),
    }),
    `object_${verb}`,
    JSON.stringify({ object_type_id: type, ...about, ...values, ...(version ? { version } : {}) }),
  ];
}

/** The answer, or the state of the error. */
type Ended = { tx?: string | undefined; data?: unknown } | string;

function ended(one: Scene, body: string, asked: Asked): Ended {
  const { headers } = readAnswer(body, { carriesHeaders: true });
  const data = dataOf<{ id: string }>(readAnswer(body, { carriesHeaders: true, mayRefuse: true }));
  if (asked.verb === 'create') {
    one.labels.set(data.id, `object ${one.objects.length}`);
    one.objects.push(data.id);
  }
  return { tx: headers['X-Tx-Id'], data };
}

/** Each change begins a chain of its own: a UUID made of the digits of its request. */
const rootOf = (request: string) =>
  `00000000-0000-4000-8000-${request.replace(/\D+/g, '0').padStart(12, '0')}`;

const requestOf = (batch: string, n: number) => `${batch} ${n}`;

async function apart(one: Scene, list: Asked[], batch: string): Promise<Ended[]> {
  const ends: Ended[] = [];
  // As in company, an object that a request makes has no id yet for those beside it.
  const calls = list.map((asked, n) => callOf(one, asked, requestOf(batch, n)));
  for (const [n, values] of calls.entries()) {
    const asked = list[n] as Asked;
    const text = 'select gateway.call($1, $2, $3, $4) as body';
    ends.push(
      await server.pool.query({ text, values }).then(
        ({ rows }) => ended(one, rows[0].body, asked),
        ({ code }) => String(code),
      ),
    );
  }
  return ends;
}

async function together(one: Scene, list: Asked[], batch: string): Promise<Ended[]> {
  const calls = list.map((asked, n) => callOf(one, asked, requestOf(batch, n)));
  const many = inject('server').isCluster ? callManyOf : callMany;
  const outcomes = await many(async (query) => (await server.pool.query(query)).rows, calls);
  return outcomes.map(
    ({ body, state }, n) => state ?? ended(one, body as string, list[n] as Asked),
  );
}

/** With labels instead of ids, and without times and the numbers of transactions. */
function plain<T>(one: Scene, value: T): T {
  const text = JSON.stringify(value)
    .replace(/[a-z]{2,4}_[0-9a-f]{32}|[0-9A-Za-z]{12}/g, (id) => one.labels.get(id) ?? id)
    .replace(/evt_[0-9a-f]{32}/g, 'event')
    .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"a time"')
    .replace(/"tx":"\d+"/g, '"tx":"a number"');
  return JSON.parse(text);
}

type Row = Record<string, unknown>;

/** All rows that objects have left; each with its request instead of the number of that. */
async function rowsOf(one: Scene): Promise<unknown> {
  const look = async (text: string) =>
    plain<Row[]>(one, (await server.db.query(text, [one.api.tenant.id])).rows);
  const journal = await look(
    `select app.tx_number(xid, call)::text as tx, type, actor, resource_id, before, after, changed, request_id, root, pending
     from app.journal where tenant_id = $1 and resource_type = 'object' order by request_id, id`,
  );
  const requests = new Map(journal.map(({ tx, request_id }) => [tx, request_id]));
  const withRequest = ({ tx, ...row }: Row): Row => ({ ...row, request: requests.get(tx) });
  const objects = await look(
    `select id, properties, version, is_deleted, operation, tx_id::text as tx from app.objects
     where tenant_id = $1 order by id`,
  );
  const versions = await look(
    `select object_id, version, properties, operation, tx_id::text as tx from app.object_versions
     where tenant_id = $1 order by object_id, version`,
  );
  return {
    journal: journal.map(withRequest),
    objects: objects.map(withRequest),
    versions: versions.map(withRequest),
    numbers: requests.size === new Set(requests.values()).size,
    index: await look(
      `select property_id, text_value, number_value, object_id from app.object_index
       where tenant_id = $1 order by object_id, property_id, text_value, number_value`,
    ),
    words: await look(
      `select object_id, document from app.object_search where tenant_id = $1 order by object_id`,
    ),
    counts: await look(
      `select object_type_id, sum(live)::int as live, sum(trashed)::int as trashed
       from app.object_counts where tenant_id = $1 group by 1 order by 1`,
    ),
  };
}

const mostly = <T>(value: T, ...others: T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, fc.constantFrom(value, ...others));

const asked: fc.Arbitrary<Asked> = fc.record({
  verb: fc.constantFrom('get', 'create', 'create', 'update', 'update', 'delete'),
  type: mostly('things', 'others', 'nothing'),
  object: fc.nat(20),
  properties: fc.oneof(
    fc.record({ n: fc.nat(3), text: fc.constantFrom('one word', 'two words') }),
    fc.record({ code: fc.constantFrom('a', 'b', 'c', 'first 1'), n: fc.nat(3) }),
    fc.constant({ n: 'no number' }),
  ),
  version: mostly<number | undefined>(undefined, 1, 2),
  isBySecond: mostly(false, true),
});
/** Of one verb, caller and type, and nearly always good: those that are run as one. */
const alike: fc.Arbitrary<Asked[]> = fc
  .record({
    verb: fc.constantFrom<Array<'get' | 'create' | 'update'>>('get', 'create', 'update'),
    objects: fc.uniqueArray(fc.nat(8), { minLength: 2, maxLength: 6 }),
    differs: fc.constantFrom('all', 'none', 0, 1, 2),
    last: mostly<'same' | 'twice' | 'taken' | 'wrong'>('same', 'twice', 'taken', 'wrong'),
  })
  .map(({ verb, objects, differs, last }) => {
    const known = objects.map((object) => (object < 6 ? object : object - 3));
    const list: Asked[] = [...new Set(known)].map((object, n) => ({
      ...{ verb, object, type: 'things', isBySecond: false },
      // An object that is as it is to be stays without a version and an event.
      properties: differs === 'all' || differs === n ? { n, text: `${n} words` } : { n: 7 },
    }));
    const end = list.at(-1) as Asked;
    if (last === 'twice') list.push({ ...end, properties: { n: 9 } });
    if (last === 'taken') end.properties.code = 'first 1';
    if (last === 'wrong') end.properties.n = 'no number';
    return list;
  });
const patch = (object: number, n: number): Asked => ({
  ...{ verb: 'update', type: 'things', object, properties: { n }, isBySecond: false },
});
const batches = fc.array(fc.oneof(fc.array(asked, { minLength: 1, maxLength: 12 }), alike, alike), {
  minLength: 1,
  maxLength: 6,
});

describe('requests that are run as one', () => {
  it('answer, write and fail as one after the other: random ones', {
    timeout: 60_000,
  }, async () => {
    // These find all that the runs before have made.
    const [one, other] = [await scene(), await scene()];
    let count = 0;
    await fc.assert(
      fc.asyncProperty(batches, async (lists) => {
        for (const list of lists) {
          count += 1;
          const ends = [
            plain(one, await together(one, list, `batch ${count}`)),
            plain(other, await apart(other, list, `batch ${count}`)),
          ];
          expect(ends[0]).toEqual(ends[1]);
        }
        expect(await rowsOf(one)).toEqual(await rowsOf(other));
      }),
      {
        // Three patches, of which only the last changes anything.
        examples: [[[7, 8].map((n) => [patch(0, 7), patch(1, 7), patch(2, n)])]],
        ...{ seed: 20261127, numRuns: 12, endOnFailure: true },
      },
    );
  });

  const create = (n: number, text: string): Asked => ({
    ...{ verb: 'create', type: 'things', object: 0, isBySecond: false },
    properties: { n, text },
  });
  const created = (ends: Ended[]) => ends.filter((end) => typeof end !== 'string').length;

  it('are those of one caller and type, which no function of one request sees', async () => {
    const one = await scene();
    const whole: string[] = [];
    for (const verb of ['create', 'update', 'get']) {
      const { rows } = await server.db.query('select pg_get_functiondef($1::regproc) as text', [
        `api.object_${verb}`,
      ]);
      whole.push(rows[0].text);
      await server.db.query(`create or replace function api.object_${verb}(tenant text, args jsonb)
        returns json language plpgsql as $$ begin
          perform app.fail(400, 'VALIDATION_ERROR', 'by itself');
        end $$`);
    }
    try {
      const alike = Array.from({ length: 5 }, (_, n) => create(n, 'alike'));
      expect(created(await together(one, alike, 'alike'))).toBe(5);
      const patches = [0, 1, 2].map((object) => patch(object, 70 + object));
      expect(created(await together(one, patches, 'patches'))).toBe(3);
      const reads = [0, 1, 1].map((object) => ({ ...patch(object, 0), verb: 'get' as const }));
      expect(created(await together(one, reads, 'reads'))).toBe(3);
      const twice = [patch(0, 71), patch(0, 72)];
      expect(created(await together(one, twice, 'twice'))).toBe(0);
      const others = [create(1, 'a'), { ...create(2, 'b'), isBySecond: true }];
      expect(created(await together(one, others, 'callers'))).toBe(0);
      const types = [create(1, 'a'), { ...create(2, 'b'), type: 'others' }];
      expect(created(await together(one, types, 'types'))).toBe(0);
      // An automation that runs within the request is to find nothing that a later one makes.
      await good(
        one.api.post('/v1/automations', {
          name: 'now',
          mode: 'sync',
          trigger_event: 'object.created',
          object_type_id: 'things',
          actions: [
            {
              ...{ key: 'line', type: 'create_object' },
              config: { object_type_id: 'others', properties: {} },
            },
          ],
        }),
      );
      expect(created(await together(one, alike, 'with an automation'))).toBe(0);
    } finally {
      for (const text of whole) await server.db.query(text);
    }
  });

  it('take no unique value that a later one of them gives up', async () => {
    const codes = (...given: string[]) =>
      given.map((code, object) => ({ ...patch(object, 0), properties: { code } }));
    for (const list of [
      codes('first 2', 'first 1'),
      codes('first 2', 'first 3', 'another'),
      codes('another', 'first 1', 'first 2'),
    ]) {
      const [one, other] = [await scene(), await scene()];
      const ends = [
        plain(one, await together(one, list, 'codes')),
        plain(other, await apart(other, list, 'codes')),
      ];
      expect(ends[0]).toEqual(ends[1]);
      expect(await rowsOf(one)).toEqual(await rowsOf(other));
    }
  });

  it('take no more room than the plan has', async () => {
    const ends: Ended[][] = [];
    for (const run of [together, apart]) {
      const one = await scene();
      // Twelve there are, and three more have room.
      const limits = { objects: 15 };
      await good(platformClient(server).patch(`/admin/tenants/${one.api.tenant.id}`, { limits }));
      const list = [1, 2, 3, 4, 5].map((n) => create(n, 'room'));
      const made = await run(one, list, 'room');
      ends.push(made.map((end) => (typeof end === 'string' ? end : 'made')));
      ends.push((await run(one, list.slice(0, 2), 'none')).map(String));
    }
    expect(ends[0]).toEqual(['made', 'made', 'made', 'PT403', 'PT403']);
    expect(ends.slice(0, 2)).toEqual(ends.slice(2));
  });

  it('are each held to the policies as those before them have left it', async () => {
    const ends: Ended[][] = [];
    for (const run of [together, apart]) {
      const one = await scene();
      const [first, second] = one.objects as [string, string];
      for (const [from, to] of [
        [first, second],
        [second, first],
      ])
        await good(one.api.put(`/v1/objects/things/${from}/associations/pair/things/${to}`, {}));
      const open = { association: { type: 'pair', to_type: 'things', filters: { n: { lt: 5 } } } };
      const any = { n: { lt: 100 } };
      await createPolicy(
        one.api,
        { action: 'update', condition_json: open, check_json: any },
        'things',
      );
      const list = [patch(0, 7), patch(1, 7)].map((each) => ({ ...each, isBySecond: true }));
      ends.push(plain(one, await run(one, list, 'pair')));
    }
    expect(ends[1]?.at(-1)).toBe('PT403');
    expect(ends[0]).toEqual(ends[1]);
  });

  it('are found alike as the doorway sends them, whatever it tells of each', async () => {
    const one = await scene();
    const sent: CallValues[] = [];
    const calls = vi.spyOn(server.app.connections, 'call');
    const { id } = await good(one.api.post('/v1/objects/things', { properties: { n: 1 } }));
    const at = `/v1/objects/things/${id}`;
    for (const n of [1, 2]) {
      await good(one.api.post('/v1/objects/things', { properties: { n } }));
      await good(one.api.patch(at, { properties: { n } }));
      await good(one.api.get(at));
    }
    for (const [{ values }] of calls.mock.calls) sent.push(values);
    calls.mockRestore();
    for (const operation of ['object_create', 'object_update', 'object_get']) {
      const two = sent.filter((values) => values[2] === operation).slice(-2);
      const { rows } = await server.pool.query('select gateway.alike($1, $2, $3, $4, 1) as last', [
        ...[0, 1, 2, 3].map((n) => two.map((values) => values[n])),
      ]);
      expect([operation, rows[0].last]).toEqual([operation, 2]);
    }
  });
});
