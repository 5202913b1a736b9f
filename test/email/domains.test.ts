import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer, whenEnded } from '../messages/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type NameServer, startNameServer } from '../support/dns.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { isSigned } from './dkim.ts';

let mailServer: MailServer;
let names: NameServer;
let server: TestServer;
let api: TenantClient;
let other: TenantClient;
beforeAll(async () => {
  names = await startNameServer();
  mailServer = await startMailServer();
  server = await startTestServer({ WORKER: 'on', SMTP_URL: mailServer.url });
  api = await createTenant(server);
  other = await createTenant(server);
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
  names.close();
});

const path = '/v1/email/domains';
const mail = {
  to: 'ada@example.com',
  from: 'Shop <hi@Mail.Example.com>',
  subject: 'Hi',
  text: 'Hi',
};

it('a domain is proved by its DKIM record, and signs its mails with a key of the tenant’s own', async () => {
  const { body } = await api.post(path, { domain: 'Mail.Example.com' });
  const [dkim, ...others] = body.data.records;
  expect(body.data).toMatchObject({ domain: 'mail.example.com', verified: false, checks: null });
  expect(others.map(({ name }: { name: string }) => name)).toEqual([
    'mail.example.com',
    '_dmarc.mail.example.com',
  ]);
  const early = await api.post(`${path}/mail.example.com/verify`);
  expect(early.body.data).toMatchObject({
    verified: false,
    checks: {
      dkim: { is_fine: false, explanation: expect.stringContaining(dkim.name) },
      spf: { is_fine: false },
      dmarc: { is_fine: false },
    },
  });
  expect((await api.post('/v1/email/send', mail)).status).toBe(400);

  names.records.set(dkim.name, [dkim.value]);
  names.records.set('mail.example.com', ['v=spf1 mx +all']);
  names.records.set('_dmarc.mail.example.com', ['v=DMARC1; p=none']);
  const { data } = (await api.post(`${path}/mail.example.com/verify`)).body;
  expect(data).toMatchObject({
    verified: true,
    checks: {
      dkim: { is_fine: true },
      spf: { is_fine: false, explanation: expect.stringContaining('anyone may send') },
      dmarc: { is_fine: true, found: ['v=DMARC1; p=none'] },
    },
  });
  // Another tenant has proved nothing by that.
  expect((await other.post('/v1/email/send', mail)).status).toBe(400);
  await other.post(path, { domain: 'mail.example.com' });
  expect((await other.post(`${path}/mail.example.com/verify`)).body.data.verified).toBe(false);

  const sent = await api.post('/v1/email/send', mail);
  await whenEnded(server, sent.body.data.id);
  const [got] = mailServer.mails;
  expect(got?.headers.from).toBe('Shop <hi@mail.example.com>');
  expect(got?.headers['message-id']).toMatch(/^<msg_[0-9a-f]+@mail\.example\.com>$/i);
  const publicKey = dkim.value.split('p=')[1];
  expect(isSigned(got?.raw ?? '', publicKey)).toBe(true);
  expect(isSigned(got?.raw.replace('Subject: Hi', 'Subject: Ho') ?? '', publicKey)).toBe(false);
});

it('mails of a domain that was removed meanwhile fail with that reason', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const sent = await api.post('/v1/email/send', { ...mail, scheduled_at: at });
  expect((await api.delete(`${path}/mail.example.com`)).body.data).toEqual({ deleted: true });
  await server.db.query('update app.messages set due_at = now() where id = $1', [
    sent.body.data.id,
  ]);
  expect(await whenEnded(server, sent.body.data.id)).toMatchObject({
    status: 'failed',
    error: 'The domain that it comes from is not proved any more.',
  });
  expect((await api.get(`${path}/mail.example.com`)).status).toBe(404);
});

it('its private key is sealed, and in no answer', async () => {
  const { body } = await api.post(path, { domain: 'sealed.example.com' });
  expect(JSON.stringify(body)).not.toContain('private_key');
  const { rows } = await server.db.query(
    `select private_key from app.email_domains where domain = 'sealed.example.com'`,
  );
  expect(rows[0].private_key).toMatch(/^enc:v1:/);
});

it('a domain that is added again is not proved by the record of the key before', async () => {
  const domain = 'again.example.com';
  const { body } = await api.post(path, { domain });
  const [dkim] = body.data.records;
  names.records.set(dkim.name, [dkim.value]);
  const verify = { method: 'POST', path: `${path}/${domain}/verify` };
  const again = await api.post('/v1/transaction', {
    requests: [
      { method: 'DELETE', path: `${path}/${domain}` },
      { method: 'POST', path, body: { domain } },
      verify,
    ],
  });
  expect([again.status, again.body.error?.code]).toEqual([409, 'CONFLICT']);
  expect((await api.post('/v1/transaction', { requests: [verify] })).status).toBe(200);
});
