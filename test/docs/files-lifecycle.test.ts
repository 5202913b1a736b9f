import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { useServer } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useServer();

it('docs/files/lifecycle.md shows what its lines answer, one after the other', async () => {
  await walk('docs/files/lifecycle.md', server, undefined, async (folder) => {
    const secrets = join(folder, 'data', 'secrets');
    await mkdir(secrets, { recursive: true });
    await writeFile(join(secrets, 'platform-admin-key'), server.platformKey);
  });
});
