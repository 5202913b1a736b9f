import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { useServer } from '../support/use-server.ts';
import { root } from './pages.ts';
import { walk } from './walk.ts';

const server = useServer();

it('docs/files/README.md shows what its lines answer, one after the other', async () => {
  await walk('docs/files/README.md', server, undefined, (folder) =>
    symlink(join(root, 'node_modules'), join(folder, 'node_modules')),
  );
});
