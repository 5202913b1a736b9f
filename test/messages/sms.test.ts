import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { feedOf, hurry, type Receiver, sendMessage, startReceiver, whenEnded } from './support.ts';

let receiver: Receiver;
let server: TestServer;
let api: TenantClient;
/** The answers of the receiver, request by request; 200 by default. */
let statuses: number[] = [];
beforeAll(async () => {
  receiver = await startReceiver((res) => {
    res.statusCode = statuses.shift() ?? 200;
    res.end('{"password":"of the gateway"}');
  });
  server = await startTestServer({
    WORKER: 'on',
    SMS_WEBHOOK_URL: receiver.url,
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
    LOG_LEVEL: 'info',
  });
  api = await createTenant(server, { name: 'Acme' });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const to = '+14155550100';
const sms = { channel: 'sms', to, template: 'sms', variables: { otp: '123456' } } as const;
const send = (message: Parameters<typeof sendMessage>[2]) =>
  sendMessage(server, api.tenant.id, message);

describe('a text message', () => {
  it('is posted to the configured webhook, and leaves no secret behind', async () => {
    const id = await send(sms);
    expect(await whenEnded(server, id)).toMatchObject({
      status: 'sent',
      variables: {},
      text: null,
    });
    expect(receiver.bodies).toEqual([
      {
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'idempotency-key': id,
        }),
        body: { to, body: '123456 is your code for Acme.', tenant_id: api.tenant.id },
      },
    ]);
    expect(await feedOf(api, 'sms.*')).toMatchObject([
      { type: 'sms.sent', data: { id, channel: 'sms', to } },
    ]);
  });

  it('is sent again when the webhook fails, and fails for good when the webhook refuses it', async () => {
    statuses = [500, 429, 302];
    const id = await send(sms);
    const first = await hurry(server, id, 1);
    expect(first).toMatchObject({ status: 'queued', error: 'The SMS webhook answered 500.' });
    await hurry(server, id, 2);
    await hurry(server, id, 3);
    expect(await whenEnded(server, id)).toMatchObject({ status: 'sent', attempts: 4 });

    statuses = [400];
    expect(await whenEnded(server, await send(sms))).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: 'The SMS webhook answered 400.',
      variables: {},
    });
    expect(await feedOf(api, 'sms.failed')).toMatchObject([{ type: 'sms.failed', data: { to } }]);
  });

  it('uses the tenant’s own text', async () => {
    const auth = { templates: { sms: { text: 'Acme says {{otp}}' } } };
    await server.db.query('insert into app.tenant_settings (tenant_id, auth) values ($1, $2)', [
      api.tenant.id,
      auth,
    ]);
    await whenEnded(server, await send(sms));
    expect(receiver.bodies.at(-1)?.body).toMatchObject({ body: 'Acme says 123456' });
  });
});

describe('an email without a mail server', () => {
  it('keeps its content, while the log names it without code or link', async () => {
    const id = await send({
      to: 'ada@example.com',
      template: 'signup',
      variables: { token: 'tok', otp: '246802' },
    });
    expect(await whenEnded(server, id)).toMatchObject({ status: 'stored', sent_at: null });
    const { body } = await api.get(`/v1/email/${id}`);
    expect(body.data).toMatchObject({
      status: 'stored',
      subject: 'Confirm your email address for Acme',
    });
    const link = `${server.url}/v1/auth/verify/page?token=tok&type=signup`;
    expect(body.data.text).toContain(link);
    expect(body.data.html).toContain('246802');
    const lines = server.logLines
      .filter((line) => line.includes(`"message_id":"${id}"`))
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({ level: 30, msg: expect.stringContaining(`GET /v1/email/${id}`) }),
    ]);
    // As a word: ids of requests are random, and may hold any six digits.
    for (const secret of ['246802', 'token=tok'])
      expect(server.logLines.filter((line) => new RegExp(`\\b${secret}\\b`).test(line))).toEqual(
        [],
      );
    const { rows } = await server.db.query('select from app.journal where resource_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('with an unknown template fails', async () => {
    const id = await send({ to: 'ada@example.com', template: 'nothing', variables: { otp: '1' } });
    expect(await whenEnded(server, id)).toMatchObject({
      status: 'failed',
      error: 'There is no such template.',
      variables: {},
    });
  });
});

describe('a suspended tenant', () => {
  it('sends no more messages', async () => {
    const own = await createTenant(server);
    const count = receiver.bodies.length;
    await platformClient(server).post(`/admin/tenants/${own.tenant.id}/suspend`, {});
    const id = await sendMessage(server, own.tenant.id, sms);
    expect(await whenEnded(server, id)).toMatchObject({
      status: 'suppressed',
      error: 'The tenant is suspended.',
      variables: {},
    });
    expect(receiver.bodies).toHaveLength(count);
  });
});
