import { it } from 'vitest';
import { useOwnDatabase } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useOwnDatabase({ WORKER: 'on' });

it('docs/data/sandboxes.md shows what its lines answer, one after the other', async () => {
  await walk('docs/data/sandboxes.md', server);
});
