import { it } from 'vitest';
import { useServer } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useServer();

it('docs/data/invariants.md shows what its lines answer, one after the other', async () => {
  await walk('docs/data/invariants.md', server);
});
