import { expect, it } from 'vitest';
import { startTestServer } from '../support/server.ts';
import { walk } from './walk.ts';

it('docs/auth/README.md: every line prints what it shows', async () => {
  const server = await startTestServer();
  await walk('docs/auth/README.md', server, undefined, undefined, 'first');
  expect(server.logLines).toEqual([]);
  await server.close();
});
