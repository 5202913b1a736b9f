import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { walk } from './walk.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('docs/files/lifecycle.md shows what its lines answer, one after the other', async () => {
  await walk('docs/files/lifecycle.md', server, undefined, async (folder) => {
    const secrets = join(folder, 'data', 'secrets');
    await mkdir(secrets, { recursive: true });
    await writeFile(join(secrets, 'platform-admin-key'), server.platformKey);
  });
});
