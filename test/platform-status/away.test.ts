import { afterAll, beforeAll, expect, it } from 'vitest';
import { platformClient } from '../support/api.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let relay: Relay;
let server: TestServer;
beforeAll(async () => {
  relay = await startRelay();
  const pool = { connectionTimeoutMillis: 1000 };
  server = await startTestServer({}, { relay, pool });
});
afterAll(async () => {
  await relay.restore();
  await server.close();
  await relay.close();
});

it('answers 200 without a database, and says that it does not answer', async () => {
  await relay.cut();
  const { status, body } = await platformClient(server).get('/admin/health');
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ ok: false, status: 'failing' });
  expect(body.data.checks[0]).toMatchObject({ name: 'database', level: 'critical', value: null });
});
