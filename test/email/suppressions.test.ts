import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer, whenEnded } from '../messages/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { signedReport } from './support.ts';

let mailServer: MailServer;
let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ WORKER: 'on', SMTP_URL: mailServer.url });
  api = await createTenant(server);
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

const path = '/v1/email/suppressions';
const send = async (mail: object) =>
  (await api.post('/v1/email/send', { subject: 'Hello', text: 'Good morning', ...mail })).body.data;
/** Sends it and waits until the mail server has it. */
async function sent(mail: object) {
  const { id } = await send(mail);
  await whenEnded(server, id);
  return id as string;
}
const found = async (id: string) => (await api.get(`/v1/email/${id}`)).body.data;
const reasonOf = async (address: string) => {
  const { body } = await api.get(`${path}?limit=100`);
  return body.data.results.find((one: { address: string }) => one.address === address)?.reason;
};

describe('a suppressed address', () => {
  it('gets nothing, alone or beside others, whichever way it is written', async () => {
    await api.post(path, { address: 'Quiet@Example.com' });
    expect(await send({ to: 'quiet@EXAMPLE.com' })).toMatchObject({ status: 'suppressed' });
    await sent({ to: ['quiet@example.com', 'loud@example.com'] });
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['loud@example.com']]);
    await api.delete(`${path}/quiet@example.com`);
    await sent({ to: 'quiet@example.com' });
    expect(mailServer.mails.at(-1)?.to).toEqual(['quiet@example.com']);
    expect((await api.delete(`${path}/quiet@example.com`)).status).toBe(404);
  });

  it('gets nothing that was scheduled before it was suppressed, nor what an automation sends', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await send({ to: 'meanwhile@example.com', scheduled_at: at });
    await api.post(path, { address: 'meanwhile@example.com', reason: 'complaint' });
    const { rows } = await server.db.query(
      `select app.message_send($1, 'email', 'meanwhile@example.com', 'message', '{"subject":"a"}') as id`,
      [api.tenant.id],
    );
    await server.db.query('update app.messages set due_at = now() where id = $1', [id]);
    for (const one of [id, rows[0].id])
      expect(await whenEnded(server, one)).toMatchObject({ status: 'suppressed', variables: {} });
  });
});

describe('the link that ends emails', () => {
  const linkOf = (address: string) =>
    mailServer.mails
      .find(({ to }) => to[0] === address)
      ?.headers['list-unsubscribe']?.slice(1, -1) ?? '';
  /** Follows the link without a token, as a reader does. */
  const anyone = (method: 'GET' | 'POST', address: string, sent: object = {}) =>
    api.as(undefined).send(method, new URL(linkOf(address)).pathname, sent);

  it('works by one click of a mail program, and by the button of its page', async () => {
    for (const address of ['click@example.com', 'page@example.com']) await sent({ to: address });
    const [mail] = mailServer.mails.filter(({ to }) => to[0] === 'click@example.com');
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const click = await anyone('POST', 'click@example.com', {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(click.status).toBe(200);
    expect(await reasonOf('click@example.com')).toBe('unsubscribe');

    const page = await anyone('GET', 'page@example.com', { headers: { accept: 'text/html' } });
    expect(page.body).toContain('<form method="post">');
    expect(await reasonOf('page@example.com')).toBeUndefined();
    await anyone('POST', 'page@example.com');
    expect(await reasonOf('page@example.com')).toBe('unsubscribe');
    expect(await send({ to: 'page@example.com' })).toMatchObject({ status: 'suppressed' });
  });

  it('does not end those of other recipients', async () => {
    const [head = '', mac = ''] = linkOf('click@example.com').split('/').at(-1)?.split('.') ?? [];
    const forged = Buffer.from(JSON.stringify([api.tenant.id, 'victim@example.com']));
    for (const token of [`${forged.toString('base64url')}.${mac}`, `${head}.x`, 'nonsense']) {
      const { status } = await fetch(`${server.url}/v1/email/unsubscribe/${token}`, {
        method: 'POST',
      });
      expect([400, 404]).toContain(status);
    }
    expect(await reasonOf('victim@example.com')).toBeUndefined();
  });
});

describe('a delivery report', () => {
  it('changes the state, and suppresses who bounced for good or complained', async () => {
    const report = await signedReport(api);
    const id = await sent({ to: 'gone@example.com' });
    const said = { message_id: `<${id}@example.com>`, reason: '550 No such user' };
    expect((await report({ ...said, event: 'delivered' })).status).toBe(200);
    expect(await found(id)).toMatchObject({ status: 'delivered' });
    expect((await report({ ...said, event: 'bounced', is_permanent: false })).status).toBe(200);
    expect(await reasonOf('gone@example.com')).toBeUndefined();
    await report({ ...said, event: 'bounced' });
    await report({ ...said, event: 'delivered' });
    const mail = await found(id);
    expect(mail).toMatchObject({ status: 'bounced', error: '550 No such user' });
    expect(mail.events.map(({ type }: { type: string }) => type)).toEqual([
      'queued',
      'sent',
      'delivered',
      'bounced',
      'bounced',
      'delivered',
    ]);
    expect(await reasonOf('gone@example.com')).toBe('bounce');
    const angry = await sent({ to: ['angry@example.com', 'calm@example.com'] });
    await report({ message_id: angry, event: 'complained', recipient: 'Angry@example.com' });
    expect(await reasonOf('angry@example.com')).toBe('complaint');
    expect(await reasonOf('calm@example.com')).toBeUndefined();
  });

  it('is refused when it comes again, is old, altered, or of another secret or tenant', async () => {
    const report = await signedReport(api);
    const id = await sent({ to: 'again@example.com' });
    const said = { message_id: id, event: 'delivered' };
    expect((await report(said, { id: 'evt_1' })).status).toBe(200);
    expect((await report(said, { id: 'evt_1' })).status).toBe(409);
    const hour = Math.floor(Date.now() / 1000) - 3600;
    for (const way of [
      { time: hour },
      { body: '{}' },
      { secret: `whsec_${btoa('x'.repeat(24))}` },
    ]) {
      const { status, body } = await report(said, way);
      expect([status, body.error.code]).toEqual([403, 'INVALID_SIGNATURE']);
    }
    const others = await signedReport(await createTenant(server));
    expect((await others(said)).status).toBe(404);
    expect((await report({ ...said, recipient: 'other@example.com' })).status).toBe(400);
    expect((await report({ ...said, event: 'opened' })).status).toBe(400);
    await signedReport(api);
    expect((await report(said)).status).toBe(403);
  });
});
