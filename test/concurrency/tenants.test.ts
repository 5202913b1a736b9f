import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { type Blocking, blocking } from './support.ts';

const server = useOwnDatabase(
  { DB_POOL_SIZE: '4', LOG_LEVEL: 'error' },
  { database: { waitMs: 300, patientWaitMs: 300, readMs: 400 }, isInCompany: false },
);
const a = useTenant(server);
const b = useTenant(server);
let blocks: Blocking;
beforeAll(async () => {
  blocks = blocking(server, () => a);
  await blocks.block('api.key_create', 'volatile');
  await blocks.block('api.view_list', 'stable');
  await blocks.block('api.object_type_delete', 'volatile');
});
beforeEach(() => blocks.hold());
afterEach(async () => {
  await blocks.letGo();
  await blocks.blockedAre(0);
});

/** Every waiting call has had its turn, or been refused, or left. */
const lineIsEmpty = (name: 'requests' | 'patient') =>
  until(
    async () => server.app.connections.lines[name].turns.waiting,
    (waiting) => waiting === 0,
  );

const keys = '/v1/keys';
/** Nothing of the answers matters but their status: the functions behind them were replaced. */
async function send(method: string, path: string, who = a, signal?: AbortSignal) {
  const res = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{"scopes":["read"]}' } : {}),
    ...(signal ? { signal } : {}),
  });
  return { status: res.status, headers: res.headers, body: JSON.parse(await res.text()) };
}
const flood = (count: number, method = 'POST', path = keys) =>
  Array.from({ length: count }, () => send(method, path));

describe('a tenant whose statements all wait', () => {
  it('leaves a connection to others, gets 429 beyond its share, and no one gets 503', async () => {
    const flooding = flood(20);
    await blocks.blockedAre(3);
    for (let n = 0; n < 5; n++) {
      expect((await b.get('/v1/object-types')).status).toBe(200);
      expect((await b.post('/v1/object-types', { name: `n${n}` })).status).toBe(201);
    }
    expect((await createClient(server).get('/ready')).status).toBe(200);
    expect((await createClient(server, server.platformKey).get('/admin/tenants')).status).toBe(200);
    await lineIsEmpty('requests');
    await blocks.letGo();
    const answers = await Promise.all(flooding);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, body } of refused)
      expect([headers.get('retry-after'), body.error.code]).toEqual(['1', 'CONCURRENCY_LIMITED']);
  });

  it('appears in the metrics with how many wait, and for how long', async () => {
    const flooding = flood(5);
    await blocks.blockedAre(3);
    const metrics = async () =>
      (
        await fetch(`${server.url}/metrics`, {
          headers: { authorization: `Bearer ${server.platformKey}` },
        })
      ).text();
    await until(metrics, (text) => text.includes('insula_db_waiting{line="requests"} 2'));
    await blocks.letGo();
    await Promise.all(flooding);
    const text = await metrics();
    expect(text).toContain('insula_db_waiting{line="requests"} 0');
    expect(text).toMatch(/insula_db_wait_seconds_count\{line="requests"\} [1-9]/);
    expect(text).toMatch(/insula_db_connections\{line="house",state="total"\} [1-9]/);
  });
});

describe('searches of vectors', () => {
  it('are heavy: a tenant has one of them under way, and others go on', async () => {
    await blocks.block('api.ai_vector_search', 'volatile');
    const search = async () => {
      const body = { collection: 'any', vector: [1, 0] };
      const headers = { authorization: `Bearer ${a.token}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`${server.url}/v1/ai/vector-search`, init)).status;
    };
    const searching = Array.from({ length: 4 }, search);
    await blocks.blockedAre(1);
    // Its reads also wait if they are not known to be quick; its changes do not.
    for (const name of ['vectors-1', 'vectors-2'])
      expect((await a.post('/v1/object-types', { name })).status).toBe(201);
    expect((await b.get('/v1/object-types')).status).toBe(200);
    expect(await blocks.count()).toBe(1);
    const said: number[] = [];
    for (const one of searching) void one.then((status) => said.push(status));
    await until(
      async () => said,
      ({ length }) => length === 3,
    );
    await blocks.letGo();
    await Promise.all(searching);
    expect(said).toEqual([429, 429, 429, 200]);
  });
});

describe('patient work', () => {
  const types = '/v1/object-types/nothing';

  it('takes no connection from requests, or from another tenant’s patient work', async () => {
    const patient = flood(4, 'DELETE', types);
    await blocks.blockedAre(2);
    expect(server.pool.totalCount - server.pool.idleCount).toBe(0);
    expect((await a.get('/v1/object-types')).status).toBe(200);
    expect((await send('DELETE', types, b)).status).toBe(200);
    await lineIsEmpty('patient');
    await blocks.letGo();
    const statuses = (await Promise.all(patient)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('in a step makes its whole transaction patient: requests keep their connections', async () => {
    const body = JSON.stringify({ requests: [{ method: 'DELETE', path: types }] });
    const post = (signal: AbortSignal) =>
      fetch(`${server.url}/v1/transaction`, {
        method: 'POST',
        headers: { authorization: `Bearer ${a.token}`, 'content-type': 'application/json' },
        body,
        signal,
      }).catch(() => undefined);
    const leaving = new AbortController();
    const sent = [post(leaving.signal), post(leaving.signal), post(leaving.signal)];
    await blocks.blockedAre(2);
    expect(server.pool.totalCount - server.pool.idleCount).toBe(0);
    leaving.abort();
    await Promise.all(sent);
    await blocks.blockedAre(0);
  });
});

describe('a client that disconnects', () => {
  it.each([
    ['a change', 'POST', keys],
    ['a read', 'GET', '/v1/object-types/x/views'],
    ['patient work', 'DELETE', '/v1/object-types/nothing'],
  ])('ends %s under way, and its connection serves the next request', async (_, method, path) => {
    const closed: unknown[] = [];
    const note = (client: unknown) => void closed.push(client);
    server.pool.on('remove', note);
    const leaving = new AbortController();
    const left = send(method, path, a, leaving.signal).catch((error) => error.name);
    await blocks.blockedAre(1);
    leaving.abort();
    expect(await left).toBe('AbortError');
    await blocks.blockedAre(0);
    for (let n = 0; n < 20; n++) expect((await b.get('/v1/object-types')).status).toBe(200);
    server.pool.off('remove', note);
    expect(closed).toEqual([]);
  });

  it('leaves the queue, and its request is not run', async () => {
    const first = flood(3);
    await blocks.blockedAre(3);
    const leaving = new AbortController();
    const left = send('POST', keys, a, leaving.signal).catch((error) => error.name);
    const { turns } = server.app.connections.lines.requests;
    await until(
      async () => turns.waiting,
      (waiting) => waiting === 1,
    );
    leaving.abort();
    await left;
    await lineIsEmpty('requests');
    await blocks.letGo();
    expect((await Promise.all(first)).map(({ status }) => status)).not.toContain(429);
    expect(turns.held).toBe(0);
  });

  it('is not logged as an error', async () => {
    server.logLines.length = 0;
    const leaving = new AbortController();
    const left = send('POST', keys, a, leaving.signal).catch(() => {});
    await blocks.blockedAre(1);
    leaving.abort();
    await left;
    await blocks.blockedAre(0);
    await until(
      async () => server.app.connections.lines.requests.turns.held,
      (held) => held === 0,
    );
    expect(server.logLines).toEqual([]);
  });
});

describe('a read that takes too long', () => {
  it('is ended sooner than a change: 504 names the limit and what to do', async () => {
    const { status, body } = await send('GET', '/v1/object-types/x/views');
    expect([status, body.error.code]).toEqual([504, 'TIMEOUT']);
    expect(body.error.message).toMatch(/^This took longer than the 0.4 seconds .* indexed/);
    expect(await blocks.count()).toBe(0);
    expect((await b.get('/v1/object-types')).status).toBe(200);
  });

  it('holds at most one place of its tenant while others are active', async () => {
    const reads = flood(6, 'GET', '/v1/object-types/x/views');
    await blocks.blockedAre(1);
    expect((await b.get('/v1/object-types')).status).toBe(200);
    expect(await blocks.count()).toBeLessThanOrEqual(1);
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([504, 429]));
  });
});
