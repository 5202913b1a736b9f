import { afterAll, beforeAll, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { walk } from './walk.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('docs/data/short-urls.md shows what its lines answer, one after the other', async () => {
  await walk('docs/data/short-urls.md', server);
});
