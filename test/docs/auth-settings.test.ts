import { afterAll, beforeAll, it } from 'vitest';
import { type NameServer, startNameServer } from '../support/dns.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { walk } from './walk.ts';

let server: TestServer;
let names: NameServer;
beforeAll(async () => {
  names = await startNameServer();
  server = await startTestServer({ SELF_SERVE: 'on' });
});
afterAll(async () => {
  await server.close();
  names.close();
});

it('docs/auth/settings.md shows what its lines answer, one after the other', async () => {
  await walk('docs/auth/settings.md', server);
});
