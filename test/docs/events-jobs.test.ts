import { afterEach, beforeEach, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { walk } from './walk.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ WORKER: 'on' });
});
afterEach(() => server.close());

it('docs/events/jobs.md shows what its lines answer, one after the other', async () => {
  await walk('docs/events/jobs.md', server);
});

it('docs/events/dead-letters.md shows what its lines answer, one after the other', async () => {
  // A reader waits six seconds for the third attempt.
  const hurry = setInterval(() => {
    server.db
      .query(`update app.work set due_at = now() where due_at < now() + interval '10 s'`)
      .catch(() => {});
  }, 100);
  await walk('docs/events/dead-letters.md', server).finally(() => clearInterval(hurry));
});
