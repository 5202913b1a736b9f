import { expect, it } from 'vitest';
import { createTenant } from './support/api.ts';
import { startTestServer } from './support/server.ts';

it('perf', async () => {
  const server = await startTestServer();
  const api = await createTenant(server);
  const key = await api.withKey(['read', 'write']);
  const ids: Record<string, string> = {};
  for (const user_access of ['private', 'open']) {
    await api.post('/v1/object-types', { name: user_access, user_access });
    ids[user_access] = (await api.post(`/v1/objects/${user_access}`, { properties: { a: 1 } })).body.data.id;
  }
  const client = await server.pool.connect();
  const out: string[] = [];
  const principal = JSON.stringify({ type: 'api_key', id: key.keyId, scopes: ['read', 'write'], request_id: 'req_01a1fb002c937c7cb4b8c785ffa59ebf', ip: '127.0.0.1', user_agent: 'node' });
  const db = await server.db.connect();
  for (let round = 0; round < 5; round++)
    for (const type of ['open', 'private']) {
      await db.query('begin');
      await db.query(`select set_config('app.principal', $1::jsonb::text, true), set_config('app.tenant_id', $2, true)`, [principal, api.tenant.id]);
      const start = performance.now();
      await db.query(`do $$ begin for i in 1..20000 loop perform api.object_get('${api.tenant.id}', '{"object_type_id": "${type}", "object_id": "${ids[type]}"}'); end loop; end $$`);
      const get = performance.now() - start;
      const start2 = performance.now();
      await db.query(`do $$ begin for i in 1..3000 loop perform api.object_list('${api.tenant.id}', '{"object_type_id": "${type}", "limit": 20}'); end loop; end $$`);
      const list = performance.now() - start2;
      await db.query('rollback');
      out.push(`${type}: get ${(get / 20).toFixed(2)} us, list ${(list / 3).toFixed(2)} us`);
    }
  console.log(out.join('\n'));
  db.release();
  client.release();
  expect(ids).toBeDefined();
  await server.close();
}, 120000);
