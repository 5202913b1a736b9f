import { it } from 'vitest';
import { useOwnDatabase } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useOwnDatabase();

it('docs/files/managing.md shows what its lines answer, one after the other', async () => {
  await walk('docs/files/managing.md', server);
});
