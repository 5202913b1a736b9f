import { afterAll, beforeAll, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { walk } from './walk.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it.each(['objects', 'views', 'relations'])(
  'docs/data/%s.md shows what its lines answer, one after the other',
  async (name) => {
    await walk(`docs/data/${name}.md`, server, undefined, undefined, name);
  },
);
