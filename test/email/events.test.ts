import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, smtpError, startMailServer, whenEnded } from '../messages/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWebhook, opened } from '../webhooks/support.ts';
import { signedReport } from './support.ts';

let mailServer: MailServer;
let receiver: Receiver;
let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  receiver = await startReceiver();
  mailServer = await startMailServer((address) =>
    address.startsWith('nobody') ? smtpError(550, 'No such user here') : undefined,
  );
  server = await startTestServer({
    WORKER: 'on',
    SMTP_URL: mailServer.url,
    ...opened,
  });
  api = await createTenant(server);
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
  await receiver.close();
});

it('a webhook hears what becomes of emails', async () => {
  const types = ['email.sent', 'email.delivered', 'email.bounced', 'email.failed'];
  await createWebhook(api, receiver, { events: types });
  const send = async (to: string) => {
    const { body } = await api.post('/v1/email/send', { to, subject: 'Hello', text: 'Hello' });
    await whenEnded(server, body.data.id);
    return body.data.id as string;
  };
  const id = await send('ada@example.com');
  const failed = await send('nobody@example.com');
  const report = await signedReport(api);
  await report({ message_id: id, event: 'delivered' });
  await report({ message_id: id, event: 'bounced' });
  const heard = (await receiver.until(4)).map(({ event }) => [event.type, event.data.id]);
  expect(heard.toSorted()).toEqual([
    ['email.bounced', id],
    ['email.delivered', id],
    ['email.failed', failed],
    ['email.sent', id],
  ]);
});
