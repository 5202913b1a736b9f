import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  server = await startTestServer();
  api = await createTenant(server);
});
afterAll(() => server.close());

it('follows', async () => {
  const type = await api.post('/v1/object-types', { name: 'contacts' });
  const a = await api.post('/v1/objects/contacts', { properties: { a: 1, b: 'x' } });
  await api.patch(`/v1/objects/contacts/${a.body.data.id}`, { properties: { a: 2 } });
  await api.post('/v1/events', { event_type: 'signup', data: { a: 1 } });
  const all = await api.get('/v1/changes');
  console.log(JSON.stringify(all.body.data, null, 1));
  const f = await api.get('/v1/changes?types=object.updated');
  console.log(JSON.stringify(f.body, null, 1));
  console.log(JSON.stringify((await api.get('/v1/changes?since=now')).body));
  console.log(JSON.stringify((await api.get('/v1/events/list')).body));
  console.log(JSON.stringify((await api.get('/v1/audit-logs?limit=2')).body));
  console.log(JSON.stringify((await api.get('/v1/audit-logs/verify')).body));
  const { rows } = await server.db.query(`select jobs.journal_unsealed('', 10)`);
  console.log(JSON.stringify(rows));
  const { rows: r2 } = await server.db.query(`select jobs.journal_seal($1, 1000)`, [api.tenant.id]);
  console.log(JSON.stringify(r2));
  console.log(JSON.stringify((await api.get('/v1/audit-logs?limit=2')).body));
  console.log(JSON.stringify((await api.get('/v1/audit-logs/verify')).body));
  console.log(JSON.stringify((await api.get('/events/types')).body));
});
