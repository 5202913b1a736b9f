import type pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallValues, textArray } from '../../src/db/call-many.ts';
import { readAnswer } from '../../src/operations/answer.ts';
import { type KeyToken, parseKey } from '../../src/operations/credential.ts';
import type { Answer, TenantClient } from '../support/api.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { untilTheyMeet } from '../support/until-they-meet.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

// One lane, until a trip of it is slow.
const server = useOwnDatabase({ DB_POOL_SIZE: '4' }, { isInCompany: false });
const ours = useTenant(server);
const theirs = useTenant(server);
const path = '/v1/objects/things';

/** How many calls have travelled together, of each company. */
const sizes: number[] = [];
/** An object whose row the test holds: a call that waits for it keeps the lane busy. */
let held: string;
const waitingPath = '/v1/objects/waiting';
/** The same of another type: where a call has waited for long, the next ones like it go separately. */
let locked: string;
let thing: string;
let holder: pg.PoolClient;
/** Which attempt at a test this is: what it creates has codes of its own. */
let attempt = 0;

beforeAll(async () => {
  server.app.connections.onTrip((_, size) => sizes.push(size));
  for (const api of [ours, theirs]) {
    await api.post('/v1/object-types', { name: 'things' });
    const code = { name: 'code', data_type: 'string', is_unique: true };
    await api.post('/v1/object-types/things/properties', code);
  }
  for (const name of ['waiting', 'locked']) await ours.post('/v1/object-types', { name });
  held = (await ours.post(waitingPath, { properties: {} })).body.data.id;
  locked = (await ours.post('/v1/objects/locked', { properties: {} })).body.data.id;
  thing = await create(ours, 'held');
  // Until they are known to be quick, calls go separately.
  for (let n = 0; n < 20; n++) {
    await ours.get(`${path}/${thing}`);
    await create(ours, `known ${n}`);
  }
});

beforeEach(async () => {
  attempt += 1;
  sizes.length = 0;
  // However slow calls were so far: slow ones go separately.
  // biome-ignore lint/complexity/useLiteralKeys: it is private
  for (let n = 0; n < 50; n++) server.app.connections['pace'].note(errand('').pace, 1);
  holder = await server.db.connect();
  await holder.query('begin');
  await holder.query('select from app.objects where id = any ($1) for update', [[held, locked]]);
});
afterEach(async () => {
  await holder.query('rollback');
  holder.release();
});

async function create(api: TenantClient, code: string): Promise<string> {
  const { status, body } = await api.post(path, { properties: { code } });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.id;
}

/**
 * Keeps the lane busy with a call that waits for the holder, and begins others at one moment. The first of them may get a lane
 * of its own, the rest travel together.
 */
async function behindABusyLane<T>(begin: () => T): Promise<{ begun: T; busy: Promise<Answer> }> {
  const busy = ours.patch(`${waitingPath}/${held}`, { properties: { by: 'the busy lane' } });
  await untilBlocked(server.db, holder);
  sizes.length = 0;
  void call(ours, 'get', { object_id: thing });
  return { begun: begin(), busy };
}

async function letGo(): Promise<void> {
  await holder.query('rollback');
}

/** The token of a key that is not valid any more. */
async function revokedKey(): Promise<string> {
  const { token, keyId } = await ours.withKey(['*']);
  await ours.delete(`/v1/keys/${keyId}`);
  return token;
}

/** Of a call like those that are known to be quick. */
const errand = (tenant: string) => ({
  line: 'requests' as const,
  tenant,
  rides: 'quick' as const,
  pace: { own: 'as others', operation: 'object_get' },
});

interface Ended {
  /** `ok`, the SQLSTATE, or `lost` with the connection. */
  end: string;
  tx: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of several operations
  data: any;
}

/** A call at this very moment, as the doorway makes it; over HTTP, several begin when their sockets say so. */
async function call(
  api: TenantClient,
  verb: 'get' | 'create' | 'update' | 'restore',
  args: object,
  token = api.token,
): Promise<Ended> {
  const { handle, secretHash: hash } = parseKey(token) as KeyToken;
  const isRead = verb === 'get';
  const credential = {
    ...{ handle, hash, request_id: 'req_test', ip: '127.0.0.1', permission: 'objects:write' },
    ...(isRead ? { scope: 'read' } : { scope: 'write', change: {} }),
  };
  const rider = {
    text: 'select gateway.call($1, $2, $3, $4) as body',
    values: [
      api.tenant.id,
      JSON.stringify(credential),
      `object_${verb}`,
      JSON.stringify({ object_type_id: 'things', ...args }),
    ] as CallValues,
  };
  try {
    const body = await server.app.connections.call(rider, { ...errand(api.tenant.id), isRead });
    const { headers, data } = readAnswer(body, { carriesHeaders: true });
    return { end: 'ok', tx: headers['X-Tx-Id'], data: JSON.parse(data) };
  } catch (error) {
    const { code, severity } = error as pg.DatabaseError;
    return { end: severity === 'ERROR' ? String(code) : 'lost', tx: undefined, data: undefined };
  }
}

const endsOf = async (calls: Promise<Ended>[]) => (await Promise.all(calls)).map(({ end }) => end);

const countOf = async (code: string): Promise<number> => {
  const { rows } = await server.db.query(
    `select count(*)::int as count from app.objects where properties->>'code' like $1`,
    [code],
  );
  return rows[0].count;
};

it('sends texts as an array that holds them as they are', async () => {
  const texts = ['', '{"a":"b\\\\\\"c"}', "NULL, {x}, 'q'", 'é → 🎈', 'x'.repeat(70_000)];
  const sent = textArray([...texts, Buffer.from('{"bytes":1}')]);
  const { rows } = await server.db.query('select $1::text[] as texts', [sent]);
  expect(rows[0].texts).toEqual([...texts, '{"bytes":1}']);
});

describe('calls that wait together', untilTheyMeet, () => {
  it('share a statement, and each has its own answer: of its tenant, of its success or failure', async () => {
    const theirThing = await create(theirs, `theirs ${attempt}`);
    const revoked = await revokedKey();
    const taken = `taken ${attempt}`;
    await create(ours, taken);
    const { begun, busy } = await behindABusyLane(() => [
      call(ours, 'create', { properties: { code: `new ${attempt}` } }),
      call(theirs, 'create', { properties: { code: `new ${attempt}` } }),
      call(ours, 'get', { object_id: theirThing }),
      call(theirs, 'get', { object_id: theirThing }),
      call(theirs, 'get', { object_id: thing }),
      call(ours, 'create', { properties: { code: taken } }),
      call(theirs, 'create', { properties: { code: taken } }),
      call(ours, 'update', { object_id: theirThing, properties: { code: 'stolen' } }),
      call(theirs, 'update', { object_id: theirThing, properties: { n: 1 } }),
      call(ours, 'get', { object_id: thing }, revoked),
      call(ours, 'get', { object_id: thing }),
    ]);
    const answers = await Promise.all(begun);
    expect(answers.map(({ end }) => end)).toEqual([
      'ok',
      'ok',
      'PT404',
      'ok',
      'PT404',
      'PT409',
      'ok',
      'PT404',
      'ok',
      'PT401',
      'ok',
    ]);
    expect(answers[3]?.data.id).toBe(theirThing);
    expect(answers[10]?.data).toMatchObject({ id: thing, properties: { code: 'held' } });
    expect(Math.max(...sizes)).toBeGreaterThan(10);
    await letGo();
    expect((await busy).status).toBe(200);
  });

  it('do not wait for one that waits for a lock', async () => {
    const { begun, busy } = await behindABusyLane(() => ({
      late: call(ours, 'update', {
        ...{ object_type_id: 'locked', object_id: locked },
        properties: { by: 'the late one' },
      }),
      others: Array.from({ length: 8 }, (_, n) =>
        call(ours, 'create', { properties: { code: `beside a lock ${attempt} ${n}` } }),
      ),
    }));
    expect(await endsOf(begun.others)).toEqual(Array(8).fill('ok'));
    expect(Math.max(...sizes)).toBeGreaterThan(8);
    await letGo();
    expect([(await begun.late).end, (await busy).status]).toEqual(['ok', 200]);
  });

  it('have each a number of their own, in receipts, the audit log, versions and undo', async () => {
    const { begun, busy } = await behindABusyLane(() =>
      Array.from({ length: 10 }, (_, n) =>
        call(ours, 'create', { properties: { code: `tx ${attempt} ${n}` } }),
      ),
    );
    const made = await Promise.all(begun);
    await letGo();
    await busy;
    const numbers = made.map(({ tx }) => tx);
    expect(new Set(numbers).size).toBe(10);
    const { rows } = await server.db.query(
      `select count(distinct xid)::int as shared from app.journal
       where app.tx_number(xid, call)::text = any ($1)`,
      [numbers],
    );
    expect(rows[0].shared).toBe(1);
    for (const [n, { data }] of made.entries()) {
      const receipt = await ours.get(`/v1/transactions/${numbers[n]}`);
      expect(receipt.body.data).toMatchObject({
        tx_id: numbers[n],
        total: 1,
        changes: [{ resource_id: data.id }],
      });
    }
    const [taken, ...kept] = made.map(({ data }) => data.id);
    const undone = await ours.post(`/v1/transactions/${numbers[0]}/undo`, {});
    expect(undone.body.data).toMatchObject({ undone: 1, undoes: numbers[0], conflicts: [] });
    expect((await ours.get(`${path}/${taken}`)).status).toBe(404);
    for (const id of kept) expect((await ours.get(`${path}/${id}`)).status).toBe(200);
    const logs = await ours.get(`/v1/audit-logs?resource_id=${kept[0]}`);
    expect(logs.body.data.logs[0].tx_id).toBe(numbers[1]);
    await ours.patch(`${path}/${kept[1]}`, { properties: { n: 1 } });
    const versions = await ours.get(`${path}/${kept[1]}/versions`);
    expect(versions.body.data.at(-1).tx_id).toBe(numbers[2]);
  });

  it('take turns: a tenant with many of them does not delay another’s', async () => {
    const ended: string[] = [];
    const knock = (tenant: string) =>
      server.app.connections
        .call(
          {
            text: 'select gateway.call($1, $2, $3, $4) as body',
            values: [tenant, '{}', 'x', '{}'],
          },
          errand(tenant),
        )
        .catch(({ code }) => ended.push(`${tenant} ${code}`));
    const { begun, busy } = await behindABusyLane(() => [
      ...Array.from({ length: 60 }, () => knock('ten_many')),
      knock('ten_one'),
    ]);
    await Promise.all(begun);
    expect(ended.indexOf('ten_one PT401')).toBeLessThan(16);
    expect(ended.filter((end) => end === 'ten_many PT401')).toHaveLength(60);
    await letGo();
    await busy;
  });
});

describe('a company whose statement ends', untilTheyMeet, () => {
  /** From here on, a restore that shares a statement ends it; by itself, it answers. */
  const restoresEnd = (how: 'pg_cancel_backend' | 'pg_terminate_backend') =>
    server.db.query(`create or replace function api.object_restore(tenant text, args jsonb)
      returns json language plpgsql as $$ begin
        if current_setting('app.call', true) <> '' then
          -- Only the login itself may.
          set local role none;
          perform ${how}(pg_backend_pid());
        end if;
        return '{}';
      end $$`);

  it('by a cancel is undone, and its calls run one by one', async () => {
    await restoresEnd('pg_cancel_backend');
    const { begun, busy } = await behindABusyLane(() => [
      ...Array.from({ length: 8 }, (_, n) =>
        call(ours, 'create', { properties: { code: `cancelled ${attempt} ${n}` } }),
      ),
      call(ours, 'restore', {}),
    ]);
    expect(await endsOf(begun)).toEqual(Array(9).fill('ok'));
    expect(Math.max(...sizes)).toBeGreaterThan(8);
    expect(await countOf(`cancelled ${attempt} %`)).toBe(8);
    await letGo();
    expect((await busy).status).toBe(200);
  });

  it('with its connection answers what only reads; no write is done twice', async () => {
    await restoresEnd('pg_terminate_backend');
    const { begun, busy } = await behindABusyLane(() => ({
      reads: Array.from({ length: 5 }, () => call(ours, 'get', { object_id: thing })),
      writes: Array.from({ length: 5 }, (_, n) =>
        call(ours, 'create', { properties: { code: `lost ${attempt} ${n}` } }),
      ),
      end: call(ours, 'restore', {}),
    }));
    expect(await endsOf(begun.reads)).toEqual(Array(5).fill('ok'));
    expect(await endsOf([...begun.writes, begun.end])).toEqual(Array(6).fill('lost'));
    expect(await countOf(`lost ${attempt} %`)).toBe(0);
    await letGo();
    expect((await busy).status).toBe(200);
  });
});

it('a call whose client leaves is left out, and the others go', untilTheyMeet, async () => {
  const leaving = new AbortController();
  const { begun, busy } = await behindABusyLane(() => ({
    gone: fetch(`${server.url}${path}/${thing}`, {
      headers: { authorization: `Bearer ${ours.token}` },
      signal: leaving.signal,
    }).catch((error) => error.name),
    others: Array.from({ length: 4 }, () => ours.get(`${path}/${thing}`)),
  }));
  leaving.abort();
  expect(await begun.gone).toBe('AbortError');
  expect((await Promise.all(begun.others)).map(({ status }) => status)).toEqual(Array(4).fill(200));
  await letGo();
  await busy;
});
