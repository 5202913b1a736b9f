import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { useServer } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useServer();

it('docs/operate/impersonation.md shows what its lines answer, one after the other', async () => {
  await walk('docs/operate/impersonation.md', server, undefined, async (folder) => {
    await mkdir(join(folder, 'data', 'secrets'));
    await writeFile(join(folder, 'data', 'secrets', 'platform-admin-key'), server.platformKey);
  });
});
