import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  feedOf,
  hurry,
  type MailServer,
  plain,
  sendMessage,
  smtpError,
  startMailServer,
  whenEnded,
} from './support.ts';

let mailServer: MailServer;
let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  mailServer = await startMailServer((address, attempt) => {
    if (address.startsWith('nobody')) return smtpError(550, 'No such user here');
    if (address.startsWith('busy')) return smtpError(450, 'Try again later');
    return address.startsWith('slow') && attempt < 3 ? smtpError(451, 'Not now') : undefined;
  });
  server = await startTestServer({
    WORKER: 'on',
    SMTP_URL: mailServer.url,
    BASE_URL: 'https://api.example.com',
    LOG_LEVEL: 'info',
  });
  api = await createTenant(server, { name: 'Acme' });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

const send = (message: Parameters<typeof sendMessage>[2]) =>
  sendMessage(server, api.tenant.id, message);
const mailTo = (address: string) => mailServer.mails.filter(({ to }) => to[0] === address);

async function eventsOf(id: string) {
  const { rows } = await server.db.query(
    'select type, resource_type, actor, after from app.journal where resource_id = $1',
    [id],
  );
  return rows;
}

describe('an email', () => {
  it('is sent with link, code and brand, and leaves no secret behind', async () => {
    const id = await send({
      to: 'ada@example.com',
      template: 'magiclink',
      variables: { token: 'tok.en', otp: '123456', redirect_to: 'https://app.example.com/?a=1&b' },
    });
    expect(await whenEnded(server, id)).toMatchObject({
      status: 'sent',
      subject: 'Sign in to Acme',
      variables: {},
      text: null,
      html: null,
      error: null,
      attempts: 1,
    });
    const [mail, ...others] = mailTo('ada@example.com');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      from: 'no-reply@api.example.com',
      headers: {
        from: 'Acme <no-reply@api.example.com>',
        to: 'ada@example.com',
        subject: 'Sign in to Acme',
        'auto-submitted': 'auto-generated',
        'message-id': `<${id}@api.example.com>`,
      },
    });
    const link =
      'https://api.example.com/v1/auth/verify/page?token=tok.en&type=magiclink' +
      '&redirect_to=https%3A%2F%2Fapp.example.com%2F%3Fa%3D1%26b';
    const text = plain(mail as never);
    expect(text).toContain(`Sign in:\r\n${link}`);
    expect(text).toContain('Code: 123456');
    expect(text).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });

  it('appears in the log of messages, with its event, only for a key with scope *', async () => {
    const id = await send({ to: 'log@example.com', template: 'password_changed' });
    await whenEnded(server, id);
    const { body } = await api.get(`/v1/email/${id}`);
    const record = {
      id,
      channel: 'email',
      to: 'log@example.com',
      template: 'password_changed',
      subject: 'Your password for Acme was changed',
      status: 'sent',
    };
    expect(body.data).toMatchObject({ ...record, text: null, html: null });
    expect((await api.get('/v1/email?status=sent')).body.data.results[0]).toMatchObject(record);
    expect(await eventsOf(id)).toMatchObject([
      { type: 'email.sent', resource_type: 'email', actor: { type: 'system' }, after: record },
    ]);
    const reader = await api.withKey(['read', 'write', 'auth']);
    expect((await reader.get('/v1/email')).status).toBe(403);
    expect((await reader.get(`/v1/email/${id}`)).status).toBe(404);
    expect(await feedOf(api, 'email.*')).not.toEqual([]);
    expect((await reader.get('/v1/changes?types=email.*')).body.data.results).toEqual([]);
  });

  it('is not sent when its transaction is rolled back', async () => {
    const client = await server.db.connect();
    await client.query('begin');
    await client.query(
      `select app.message_send($1, 'email', 'undone@example.com', 'email', '{}')`,
      [api.tenant.id],
    );
    await client.query('rollback');
    client.release();
    await whenEnded(server, await send({ to: 'after@example.com', template: 'email' }));
    expect(mailTo('undone@example.com')).toEqual([]);
  });
});

describe('text written by others', () => {
  it('adds no header, line or recipient to an email', async () => {
    const evil = 'Hi\r\nBcc: all@example.com\r\n\r\n.\r\nRCPT TO:<all@example.com>';
    const tenant = await createTenant(server, { name: 'x' });
    await server.db.query('update app.tenants set name = $2 where tenant_id = $1', [
      tenant.tenant.id,
      `Bank <bank@example.com>, "x" ${evil}`,
    ]);
    const id = await sendMessage(server, tenant.tenant.id, {
      to: 'victim@example.com',
      template: 'notification',
      variables: { title: evil, body: evil },
    });
    await whenEnded(server, id);
    const [mail] = mailTo('victim@example.com');
    expect(mail).toMatchObject({ to: ['victim@example.com'], from: 'no-reply@api.example.com' });
    expect(mail?.headers.bcc).toBeUndefined();
    expect(mail?.headers.from).toMatch(/<no-reply@api\.example\.com>$/);
    expect(mail?.headers.subject).toMatch(/^Hi Bcc: all@example.com/);
    expect(mailTo('all@example.com')).toEqual([]);
  });

  it('cannot become a second recipient', async () => {
    const ids = await Promise.all(
      [
        'a@example.com, all@example.com',
        'a@example.com>\r\nRCPT TO:<all@example.com',
        'a@example.com\r\nBcc: all@example.com',
        '<all@example.com>',
      ].map((to) => send({ to, template: 'email' })),
    );
    for (const id of ids)
      expect(await whenEnded(server, id)).toMatchObject({
        status: 'failed',
        attempts: 1,
        error: 'No mail can be sent to this address.',
      });
    expect(mailTo('all@example.com')).toEqual([]);
  });
});

describe('an email that the mail server refuses', () => {
  it('permanently has failed at once, with the reason', async () => {
    const id = await send({
      to: 'nobody@example.com',
      template: 'email',
      variables: { otp: '654321' },
    });
    expect(await whenEnded(server, id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: 'The mail server said: 550 No such user here',
      variables: {},
      text: null,
    });
    expect(await eventsOf(id)).toMatchObject([{ type: 'email.failed' }]);
  });

  it('temporarily is tried again after growing pauses until it is accepted', async () => {
    const id = await send({ to: 'slow@example.com', template: 'email' });
    await hurry(server, id, 1);
    await hurry(server, id, 2);
    expect(await whenEnded(server, id)).toMatchObject({ status: 'sent', attempts: 3, error: null });
    expect(mailServer.attempts.get('slow@example.com')).toBe(3);
    expect(mailTo('slow@example.com')).toHaveLength(1);
  });

  it('five times has failed for good', async () => {
    const id = await send({ to: 'busy@example.com', template: 'email', variables: { otp: '1' } });
    const pauses: number[] = [];
    for (const attempt of [1, 2, 3, 4]) {
      const { due_at, variables } = await hurry(server, id, attempt);
      pauses.push(due_at.getTime() - Date.now());
      expect(variables).toEqual({ otp: '1' });
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.at(-1)).toBeGreaterThan(20 * 60_000);
    expect(await whenEnded(server, id)).toMatchObject({ status: 'failed', attempts: 5 });
    expect(mailServer.attempts.get('busy@example.com')).toBe(5);
    expect(await eventsOf(id)).toMatchObject([{ type: 'email.failed' }]);
  });
});
