import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'error' });
  api = await createTenant(server);
});
afterAll(() => server.close());

it('runs', async () => {
  const { body } = await api.post('/v1/functions', {
    name: 'greet',
    code: 'export default (input, ctx) => { ctx.log("hi", input); return { text: `Hello ${input.name}`, c: ctx.caller, e: ctx.env, f: ctx.function, t: ctx.trigger } }',
    env: { A: 'secret' },
  });
  console.log(JSON.stringify(body));
  const path = `/v1/functions/${body.data.id}`;
  for (let i = 0; i < 3; i++) {
    const t = performance.now();
    await api.post(`${path}/execute`, { input: { name: 'A' } });
    console.log(performance.now() - t);
  }
  console.log(JSON.stringify((await api.post(`${path}/execute`, { input: { name: 'A' } })).body));
  console.log(JSON.stringify((await api.get(`${path}/logs?limit=1`)).body));
  console.log(server.logLines);
  expect(1).toBe(1);
});
