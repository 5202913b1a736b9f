import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replyLine } from '../../src/tools/messages/reply.ts';
import { type Mail, type MailServer, startMailServer } from '../messages/support.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { createUser, type SignedUp } from '../support/users.ts';
import { addressFor, arrive, mailOf, mailSecret } from './support.ts';

let mailServer: MailServer;
let server: TestServer;
let operator: Client;
let api: TenantClient;
let admin: SignedUp;
let ticket: { id: string; number: number };
let address: string;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({
    WORKER: 'on',
    SMTP_URL: mailServer.url,
    INBOUND_MAIL_DOMAIN: 'reply.example.com',
    INBOUND_MAIL_SECRET: mailSecret,
  });
  operator = platformClient(server);
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
beforeEach(async () => {
  api = await createTenant(server);
  admin = await createUser(api, { role: 'admin' });
  const question = { subject: 'The import stops', body: 'It ends after row 100.' };
  ticket = (await admin.client.post('/v1/tickets', question)).body.data;
  address = addressFor(server, api.tenant.id, ticket.number, admin.email);
});

const messages = async () => (await api.get(`/v1/tickets/${ticket.id}`)).body.data.messages;
const answerOfOperator = (body: string) =>
  operator.post(`/owner/tickets/${ticket.id}/messages`, { body });
const mailed = async () => {
  const found = () => mailServer.mails.find(({ to }) => to[0] === admin.email);
  await until(async () => found(), Boolean);
  return found() as Mail;
};
const answer = (text: string, headers?: string[]) =>
  arrive(api, address, mailOf(admin.email, text, headers));

describe('a mail about a ticket', () => {
  it('is answered by mail: the text above the line is the reply', async () => {
    await answerOfOperator('Which file is it?');
    const mail = await mailed();
    expect(mail.headers['reply-to']).toBe(address);
    expect(mail.raw).toContain(replyLine);
    expect(address.indexOf('@')).toBeLessThanOrEqual(64);

    const quoted = `> ${replyLine}\n> \n> Which file is it?`;
    const { status, body } = await answer(
      `The one of Monday.\n\nOn Monday Insula wrote:\n${quoted}`,
    );
    expect([status, body.data]).toEqual([
      200,
      { status: 'added', reason: null, ticket_id: ticket.id },
    ]);
    const [, , added] = await messages();
    expect(added).toMatchObject({
      author: { type: 'user', id: admin.user.id },
      body: 'The one of Monday.',
      attachments: [],
    });
    const { data } = (await operator.get(`/owner/tickets/${ticket.id}`)).body;
    expect([data.status, data.messages[2]]).toEqual(['open', added]);
    const { rows } = await server.db.query(
      `select actor from app.journal where tenant_id = $1 and type = 'ticket.replied' order by xid desc, id desc limit 1`,
      [api.tenant.id],
    );
    expect(rows[0].actor).toMatchObject({ type: 'user', id: admin.user.id });
  });

  it('brings files and HTML, which becomes text', async () => {
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
      from: admin.email,
      to: address,
      subject: 'Re',
      html: `<p>See <b>this</b>.</p><script>alert(1)</script><p>${replyLine}</p><p>Old</p>`,
      attachments: [
        { filename: '../rows.csv', content: 'a,b' },
        { filename: 'none.txt', content: '' },
      ],
    });
    const { body } = await arrive(api, address, message as Buffer);
    expect(body.data).toMatchObject({ status: 'added' });
    const [, added] = await messages();
    expect(added.body).toMatch(/^See this\./);
    expect(added.body).not.toMatch(/alert|Old/);
    const [file] = added.attachments;
    expect(file).toMatchObject({ filename: 'rows.csv', mime_type: 'text/csv', size_bytes: 3 });
    const signed = await operator.post(
      `/owner/tickets/${ticket.id}/attachments/${file.file_id}/signed-url`,
    );
    expect(await (await fetch(server.url + signed.body.data.url)).text()).toBe('a,b');
    const kept = (await api.get(`/v1/files/${file.file_id}`)).body.data;
    expect(kept.uploaded_by).toBe(admin.user.id);
  });

  it('comes in once, however often it is sent, also twice at a time', async () => {
    const raw = mailOf(admin.email, 'Once.');
    const answers = await Promise.all([1, 2, 3].map(() => arrive(api, address, raw)));
    expect(answers.map(({ body }) => body.data.status).toSorted()).toEqual([
      'added',
      'duplicate',
      'duplicate',
    ]);
    expect((await arrive(api, address, raw)).body.data).toEqual({
      status: 'duplicate',
      reason: null,
      ticket_id: ticket.id,
    });
    expect(await messages()).toHaveLength(2);
  });
});

describe('a mail that is refused', () => {
  const refused = async (expected: [number, string], sent: ReturnType<typeof arrive>) => {
    const { status, body } = await sent;
    expect([status, body.error?.code]).toEqual(expected);
    expect(await messages()).toHaveLength(1);
  };

  it('is not signed, is too old, or was changed on its way', async () => {
    const raw = mailOf(admin.email, 'Hello');
    const secret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    await refused([403, 'INVALID_SIGNATURE'], arrive(api, address, raw, { secret }));
    const time = Math.floor(Date.now() / 1000) - 301;
    await refused([403, 'INVALID_SIGNATURE'], arrive(api, address, raw, { time }));
    const { url } = api;
    const bare = await fetch(`${url}/v1/inbound-mail/${address}`, { method: 'POST', body: raw });
    expect(bare.status).toBe(403);
  });

  it('comes from another sender than the one whom our mail went to, or from several', async () => {
    const other = await createUser(api, { role: 'admin' });
    const raw = mailOf(other.email, 'I am Ada');
    await refused([403, 'FORBIDDEN'], arrive(api, address, raw));
    const two = mailOf(admin.email, 'Hello').replace('From: ', `From: <${other.email}>, `);
    await refused([403, 'FORBIDDEN'], arrive(api, address, two));
  });

  it('has an address that was made up, of another ticket, or of another tenant', async () => {
    const other = await createTenant(server);
    const raw = mailOf(admin.email, 'Hello');
    for (const wrong of [
      address.replace(/^t\d+/, `t${ticket.number + 1}`),
      address.replace(/-[0-9a-f]{24}@/, `-${'0'.repeat(24)}@`),
    ])
      await refused([403, 'FORBIDDEN'], arrive(api, wrong, raw));
    const there = addressFor(server, other.tenant.id, ticket.number, admin.email);
    await refused([404, 'NOT_FOUND'], arrive(api, there, raw));
    const { status } = await arrive(api, 'postmaster@reply.example.com', raw);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await messages()).toHaveLength(1);
  });

  it('comes from a sender who may no longer reply', async () => {
    await api.patch(`/v1/users/${admin.user.id}`, { role: 'user' });
    await refused([403, 'FORBIDDEN'], answer('Hello'));
    await api.delete(`/v1/users/${admin.user.id}`);
    await refused([403, 'FORBIDDEN'], answer('Hello'));
  });

  it('answers a closed ticket', async () => {
    await operator.post(`/owner/tickets/${ticket.id}/close`);
    await refused([409, 'INVALID_STATE'], answer('Hello'));
  });

  it('is a bomb: too large, nested too deep, or of too many parts', async () => {
    await refused([413, 'PAYLOAD_TOO_LARGE'], answer('x'.repeat(5 * 1024 * 1024)));
    const deep = Array.from(
      { length: 2000 },
      (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
    ).join('');
    const head = (body: string) =>
      `From: ${admin.email}\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n${body}`;
    await refused([400, 'VALIDATION_ERROR'], arrive(api, address, head(deep)));
    const many = '--b0\r\nContent-Type: text/plain\r\n\r\nhi\r\n'.repeat(20_000);
    await refused([400, 'VALIDATION_ERROR'], arrive(api, address, head(many)));
  });
});

describe('a mail that a machine wrote', () => {
  const id = (n: number) => `Message-ID: <machine-${n}@example.com>`;

  it('adds nothing, so that two machines cannot answer each other for ever', async () => {
    const signs = [
      'Auto-Submitted: auto-replied',
      'Precedence: bulk',
      'List-Id: <people.example.com>',
      'X-Autoreply: yes',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
    ];
    for (const [n, sign] of signs.entries())
      expect([sign, (await answer('I am away.', [id(n), sign])).body.data]).toEqual([
        sign,
        { status: 'ignored', reason: 'automatic', ticket_id: null },
      ]);
    // A mail of Insula itself, sent back unchanged.
    await answerOfOperator('Which one?');
    const mail = await mailed();
    const back = mail.raw.replace(/^From: .*$/im, `From: ${admin.email}`);
    expect((await arrive(api, address, back)).body.data.reason).toBe('automatic');
    expect(await messages()).toHaveLength(2);
  });

  it('and does not declare it adds 30 messages an hour at most', async () => {
    await server.db.query(
      `insert into app.ticket_messages (tenant_id, ticket_id, id, author, body, created_at, mail_id)
       select $1, $2, 'tmsg_' || n, '{"type":"user","id":"usr_0"}', 'I am away.', now(), lpad(n::text, 64, '0')
       from generate_series(1, 30) n`,
      [api.tenant.id, ticket.id],
    );
    expect((await answer('I am away.')).body.data).toEqual({
      status: 'ignored',
      reason: 'too_many',
      ticket_id: ticket.id,
    });
    expect(await messages()).toHaveLength(31);
    await server.db.query(
      `update app.ticket_messages set created_at = now() - interval '2 hours' where ticket_id = $1`,
      [ticket.id],
    );
    expect((await answer('I am here.')).body.data.status).toBe('added');
  });

  it('or that has no text of its own is ignored', async () => {
    expect((await answer(`> ${replyLine}\n> quoted`)).body.data.reason).toBe('empty');
  });
});
