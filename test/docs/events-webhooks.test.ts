import { afterAll, beforeAll, it } from 'vitest';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { walk } from './walk.ts';

let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

it('docs/events/webhooks.md shows what its lines answer, one after the other', async () => {
  await walk('docs/events/webhooks.md', server, (lines) =>
    lines.replaceAll('http://127.0.0.1:4000', receiver.url),
  );
});
