import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useOwnDatabase } from '../support/use-server.ts';
import { blocks, page, root } from './pages.ts';
import { walk } from './walk.ts';

const path = 'docs/events/README.md';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });

it('docs/events/README.md shows what its lines answer, its receiver included, one after the other', async () => {
  const [receiver = ''] = blocks(page(path), 'js');
  expect(receiver.split('\n').length).toBeLessThanOrEqual(22);
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  await walk(
    path,
    server,
    (lines) => lines.replace('127.0.0.1:4000', `127.0.0.1:${port}`),
    async (folder) => {
      await writeFile(join(folder, 'receiver.mjs'), receiver.replace('4000', String(port)));
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    },
  );
});
