import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Client, createClient, createTenant } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const patient = useOwnDatabase();
let server: Awaited<ReturnType<TestServer['sibling']>>;
let token: string;
let api: Client;
beforeAll(async () => {
  const tenant = await createTenant(patient);
  await defineType(tenant, { name: 'text' }, { name: 'things' });
  server = await patient.sibling({ LOG_LEVEL: 'error' }, { overdueMs: 3_000 });
  token = tenant.token;
  api = createClient(server, token);
});
afterAll(() => server.close());

const release: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const end of release.splice(0)) await end();
});

/** Has every statement that touches a table wait, for longer than a request may take here. */
async function holdUp(table: string): Promise<void> {
  const holder = await server.db.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  release.push(async () => {
    await holder.query('commit');
    holder.release();
  });
}

const holdUpObjects = () => holdUp('app.objects');

const stuck = async (): Promise<string[]> => {
  const { body } = await createClient(server, server.platformKey).get('/metrics');
  return String(body)
    .split('\n')
    .filter((line) => line.startsWith('insula_request_stuck_total{'));
};

it('answers 504 for a lost request, counts it and logs where it was', async () => {
  await holdUpObjects();
  const [written, read] = await Promise.all([
    api.post('/v1/objects/things', { properties: { name: 'one' } }),
    api.get('/v1/objects/things/list'),
  ]);
  expect([written.status, written.body.error.code]).toEqual([504, 'TIMEOUT']);
  expect(written.body.error.details).toEqual({ outcome: 'unknown' });
  expect(written.body.error.message).toMatch(/Idempotency-Key/);
  expect([read.status, read.body.error.details]).toEqual([504, { outcome: 'not_done' }]);
  expect(await stuck()).toEqual([
    'insula_request_stuck_total{operation="object.create"} 1',
    'insula_request_stuck_total{operation="object.list"} 1',
  ]);
  const entries = server.logLines.map((line) => JSON.parse(line));
  const own = entries.find(({ operation }) => operation === 'object.create');
  expect(own).toMatchObject({
    request_id: written.body.request_id,
    stage: 'work',
    lines: { requests: {} },
    companies: { quick: {} },
  });
});

it('goes on when what held it up is gone', async () => {
  await holdUpObjects();
  const { status } = await api.post('/v1/objects/things', { properties: { name: 'two' } });
  expect(status).toBe(504);
  for (const end of release.splice(0)) await end();
  await until(
    () => api.post('/v1/objects/things', { properties: { name: 'three' } }),
    (answer) => answer.status === 201,
  );
});

it('ends with its statement, and holds nothing of its body', async () => {
  await holdUp('app.workflows');
  const state = { type: 'task', assignee: 'x'.repeat(190), assignee_role: 'y'.repeat(60) };
  const states = Array.from({ length: 1000 }, (_, n) => ({ name: `s${n}`, ...state }));
  const workflow = { name: 'large', trigger: 'manual', initial_state: 's0', transitions: [] };
  const { status } = await api.post('/v1/workflows', { ...workflow, states });
  expect(status).toBe(504);
  await until(
    async () => server.app.bodies.held,
    (held) => held === 0,
  );
  for (const end of release.splice(0)) await end();
  const { body } = await api.get('/v1/workflows');
  expect(body.data).toEqual([]);
});

it('leaves a body its time that is still coming', async () => {
  const body = JSON.stringify({ properties: { name: 'slow' } });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /v1/objects/things HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`];
  const more = ['Content-Type: application/json', `Content-Length: ${body.length}`, '', ''];
  socket.write([...head, ...more].join('\r\n') + body.slice(0, 5));
  await holdUpObjects();
  // Later requests are given up before it.
  const { status } = await api.get('/v1/objects/things/list');
  expect(status).toBe(504);
  for (const end of release.splice(0)) await end();
  socket.write(body.slice(5));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 201 /);
  socket.destroy();
});
