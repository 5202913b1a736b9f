import { afterAll, beforeAll, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { signedReport } from '../email/support.ts';
import { type MailServer, smtpError, startMailServer, whenEnded } from '../messages/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { go, publish, runOf, start } from '../workflows/support.ts';
import { createWebhook, opened } from './support.ts';

let mailServer: MailServer;
let receiver: Receiver;
let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  mailServer = await startMailServer((address) =>
    address.startsWith('nobody') ? smtpError(550, 'No such user here') : undefined,
  );
  receiver = await startReceiver();
  server = await startTestServer({ WORKER: 'on', SMTP_URL: mailServer.url, ...opened });
  api = await createTenant(server);
});
afterAll(async () => {
  await server.close();
  await receiver.close();
  await mailServer.close();
});

/** Events about people and processes that a webhook must hear, and the calls that cause them. */
const happenings: Record<string, () => Promise<void>> = {
  async comment() {
    const type = await defineType(api);
    const { id } = await made(api.post(type.path, {}));
    const comment = { object_type_id: type.id, object_id: id, body: 'First' };
    const path = `/v1/comments/${(await made(api.post('/v1/comments', comment))).id}`;
    await made(api.patch(path, { body: 'Second' }));
    await made(api.delete(path));
  },
  async workflow() {
    const flow = await publish(api);
    const paid = await start(api, flow);
    for (const transition of ['approve', 'pay']) await made(go(api, paid.id, transition));
    const cancelled = await start(api, flow);
    await made(api.post(`/v1/workflow-runs/${cancelled.id}/cancel`, {}));
    const failing = await publish(api, {
      name: 'Failing',
      states: [
        {
          name: 'review',
          type: 'task',
          on_enter: [
            {
              key: 'call',
              type: 'webhook',
              config: { url: 'http://127.0.0.1:1/' },
              on_error: 'stop',
            },
          ],
        },
        { name: 'paid', type: 'end' },
      ],
      transitions: [{ name: 'pay', from: 'review', to: 'paid' }],
    });
    const { id } = await start(api, failing);
    await until(
      () => runOf(api, id),
      ({ status }) => status === 'failed',
    );
  },
  async email() {
    const send = async (to: string) => {
      const { id } = await made(api.post('/v1/email/send', { to, subject: 'Hello', text: 'Hi' }));
      await whenEnded(server, id);
      return id as string;
    };
    await send('nobody@example.com');
    const report = await signedReport(api);
    for (const event of ['delivered', 'bounced'])
      await report({ message_id: await send(`${event}@example.com`), event });
  },
};

it.each([
  ['comment', 'created updated deleted'],
  ['workflow', 'started transitioned completed cancelled failed'],
  ['email', 'sent delivered bounced failed'],
])('a webhook hears what becomes of a %s: %s', async (noun, verbs) => {
  const names = verbs.split(' ').map((verb) => `${noun}.${verb}`);
  await createWebhook(api, receiver, { events: names });
  await happenings[noun]?.();
  const heard = () => new Set(receiver.received.map(({ event }) => event.type));
  await until(
    async () => names.filter((name) => !heard().has(name)),
    (missing) => missing.length === 0,
  );
});
