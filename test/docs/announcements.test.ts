import { it } from 'vitest';
import { useServer } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useServer();

it('docs/work/announcements.md shows what its lines answer, one after the other', async () => {
  await walk('docs/work/announcements.md', server);
});
