import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { root } from './pages.ts';
import { walk } from './walk.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('docs/files/README.md shows what its lines answer, one after the other', async () => {
  await walk('docs/files/README.md', server, undefined, (folder) =>
    symlink(join(root, 'node_modules'), join(folder, 'node_modules')),
  );
});
