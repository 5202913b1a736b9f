import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hurry,
  type MailServer,
  plain,
  smtpError,
  startMailServer,
  whenEnded,
} from '../messages/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createUser } from '../support/users.ts';

let mailServer: MailServer;
let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  mailServer = await startMailServer((address, attempt) =>
    address.startsWith('slow') && attempt === 1 ? smtpError(451, 'Not now') : undefined,
  );
  server = await startTestServer({
    WORKER: 'on',
    SMTP_URL: mailServer.url,
    BASE_URL: 'https://api.example.com',
  });
  api = await createTenant(server, { name: 'Acme' });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

const send = async (mail: object) => {
  const { status, body } = await api.post('/v1/email/send', {
    subject: 'Hello',
    text: 'Good morning',
    ...mail,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
};
const mailTo = (address: string) => mailServer.mails.filter(({ to }) => to.includes(address));
const found = async (id: string) => (await api.get(`/v1/email/${id}`)).body.data;
const template = async (body: object) => (await api.post('/v1/email/templates', body)).body;

describe('an email that a tenant sends', () => {
  it('goes to all its recipients in one mail, and hides only the bcc addresses', async () => {
    const sent = await send({
      to: ['ada@example.com', 'bob@example.com'],
      cc: 'cc@example.com',
      bcc: ['hidden@example.com'],
      reply_to: 'Desk <desk@example.com>',
      headers: { 'X-Order': '12' },
      html: '<h1>Good morning</h1><p>See <a href="https://example.com/a">this</a></p>',
      text: undefined,
      tags: ['order'],
    });
    expect(sent).toMatchObject({ status: 'queued', to: ['ada@example.com', 'bob@example.com'] });
    await whenEnded(server, sent.id);
    const [mail, ...more] = mailTo('hidden@example.com');
    expect(more).toEqual([]);
    expect(mail?.to).toHaveLength(4);
    expect(mail?.headers).toMatchObject({
      to: 'ada@example.com, bob@example.com',
      cc: 'cc@example.com',
      'reply-to': 'Desk <desk@example.com>',
      'x-order': '12',
      'auto-submitted': 'auto-generated',
      'message-id': `<${sent.id}@api.example.com>`,
    });
    expect(mail?.headers.bcc).toBeUndefined();
    expect(mail?.headers['list-unsubscribe']).toBeUndefined();
    // Made from the HTML.
    expect(plain(mail as never)).toContain('this [https://example.com/a]');
    expect(await found(sent.id)).toMatchObject({
      status: 'sent',
      tags: ['order'],
      recipients: { bcc: ['hidden@example.com'] },
      events: [{ type: 'queued' }, { type: 'sent' }],
      text: null,
    });
  });

  it('names each address once: in to before cc before bcc, whatever the case of its letters', async () => {
    const mail = {
      to: ['Once@example.com', 'once@example.com', 'two@example.com'],
      cc: ['ONCE@example.com', 'three@example.com', 'three@example.com'],
      bcc: ['two@example.com', 'Three@example.com', 'four@example.com'],
    };
    const sent = await send(mail);
    expect(sent.to).toEqual(['Once@example.com', 'two@example.com']);
    await whenEnded(server, sent.id);
    expect((await found(sent.id)).recipients).toEqual({
      to: ['Once@example.com', 'two@example.com'],
      cc: ['three@example.com'],
      bcc: ['four@example.com'],
    });
    const [received, ...more] = mailTo('four@example.com');
    expect(more).toEqual([]);
    expect(received?.to.map((one) => one.toLowerCase()).toSorted()).toEqual([
      'four@example.com',
      'once@example.com',
      'three@example.com',
      'two@example.com',
    ]);
    expect(received?.headers).toMatchObject({
      to: 'Once@example.com, two@example.com',
      cc: 'three@example.com',
    });
    const { body } = await api.post('/v1/email/batch', {
      emails: [
        {
          to: ['only@example.com', 'Only@example.com'],
          cc: 'only@example.com',
          subject: 'x',
          text: 'x',
        },
      ],
    });
    expect(body.data.emails[0].to).toEqual(['only@example.com']);
    expect((await found(body.data.emails[0].id)).recipients).toMatchObject({ cc: [] });
  });

  it('fills in a template, escapes values in its HTML, and keeps its words when the template changes', async () => {
    const { data } = await template({
      name: 'Order',
      subject: 'Order of {{name}}',
      html: '<p title="{{name}}">{{name}}, {{order.id | default: "none"}}</p>',
    });
    expect(data.variables).toEqual(['name', 'order']);
    const preview = await api.post(`/v1/email/templates/${data.id}/preview`, {
      variables: { name: '<Ann>' },
    });
    expect(preview.body.data).toMatchObject({
      subject: 'Order of <Ann>',
      html: '<p title="&lt;Ann&gt;">&lt;Ann&gt;, none</p>',
    });
    const sent = await send({
      to: 'template@example.com',
      subject: undefined,
      text: undefined,
      template: 'order',
      variables: { name: '"><b>Eve\r\nBcc: x@example.com' },
    });
    await api.delete(`/v1/email/templates/${data.id}`);
    await whenEnded(server, sent.id);
    const [mail] = mailTo('template@example.com');
    expect((await found(sent.id)).subject).toBe('Order of "><b>Eve Bcc: x@example.com');
    expect(mail?.headers.bcc).toBeUndefined();
    expect(plain(mail as never)).toContain('&quot;&gt;&lt;b&gt;Eve');
    expect(plain(mail as never)).toContain('none</p>');
  });

  it('brings files and bytes', async () => {
    const form = new FormData();
    form.append('file', new File(['from the storage'], 'a.txt', { type: 'text/plain' }));
    const { body } = await api.send('POST', '/v1/files/upload', { body: form });
    const sent = await send({
      to: 'attached@example.com',
      attachments: [
        { file_id: body.data.id ?? body.data.file_id },
        { filename: 'b.bin', content_base64: Buffer.from('from the body').toString('base64') },
      ],
    });
    await whenEnded(server, sent.id);
    const raw = mailTo('attached@example.com')[0]?.raw ?? '';
    for (const text of ['from the storage', 'from the body'])
      expect(raw).toContain(Buffer.from(text).toString('base64'));
    expect(raw).toContain('filename=a.txt');
    expect((await found(sent.id)).attachments).toMatchObject([
      { filename: 'a.txt', size_bytes: 16 },
      { filename: 'b.bin', size_bytes: 13 },
    ]);
    const { rows } = await server.db.query(
      'select 1 from app.message_attachments where message_id = $1',
      [sent.id],
    );
    expect(rows).toEqual([]);
  });

  it('brings no file that the caller may not read', async () => {
    const other = await createTenant(server);
    const form = () => {
      const made = new FormData();
      made.append('file', new File(['not yours'], 'a.txt', { type: 'text/plain' }));
      return { body: made };
    };
    const theirs = (await other.send('POST', '/v1/files/upload', form())).body.data.id;
    const email = { to: 'thief@example.com', subject: 'Look', text: 'Look' };
    const attached = (file_id: string) => ({ ...email, attachments: [{ file_id }] });
    expect((await api.post('/v1/email/send', attached(theirs))).status).toBe(404);
    await api.post('/v1/roles', { name: 'mailer', permissions: ['email:manage'] });
    const { client } = await createUser(api, { role: 'mailer' });
    const ours = (await api.send('POST', '/v1/files/upload', form())).body.data.id;
    const sent = await client.post('/v1/email/send', email);
    await whenEnded(server, sent.body.data.id);
    const refused = await client.post('/v1/email/send', attached(ours));
    expect([403, 404]).toContain(refused.status);
    expect(mailTo('thief@example.com')).toHaveLength(1);
  });

  it('that is put off by the mail server is tried again under the same Message-ID', async () => {
    const sent = await send({ to: 'slow@example.com' });
    await hurry(server, sent.id, 1);
    await whenEnded(server, sent.id);
    expect(mailTo('slow@example.com')).toHaveLength(1);
    const { events, attempts } = await found(sent.id);
    expect(attempts).toBe(2);
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'queued',
      'deferred',
      'sent',
    ]);
  });

  it('waits for its time, and can be cancelled until then', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const sent = await send({ to: 'later@example.com', scheduled_at: at });
    expect(sent).toMatchObject({ status: 'scheduled' });
    expect((await api.get('/v1/email?status=scheduled')).body.data.results).toMatchObject([
      { id: sent.id, status: 'scheduled' },
    ]);
    expect((await api.get('/v1/email?status=queued')).body.data.total).toBe(0);
    const { body } = await api.post(`/v1/email/${sent.id}/cancel`);
    expect(body.data.status).toBe('cancelled');
    const again = await api.post(`/v1/email/${sent.id}/cancel`);
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('sent twice with one Idempotency-Key is sent once', async () => {
    const mail = { to: 'once@example.com', subject: 'Once', text: 'Once' };
    const ids: string[] = [];
    for (let n = 0; n < 2; n++) {
      const { body } = await api.post('/v1/email/send', mail, { 'Idempotency-Key': 'mail-once' });
      ids.push(body.data.id);
    }
    expect(ids[0]).toBe(ids[1]);
    await whenEnded(server, ids[0] as string);
    expect(mailTo('once@example.com')).toHaveLength(1);
  });
});

describe('an error in an email', () => {
  const mail = { to: 'a@example.com', subject: 'Hello', text: 'Good morning' };
  it.each([
    ['a line end in the subject', { subject: 'a\r\nBcc: b@example.com' }],
    ['a line end in an address', { to: 'a@example.com\r\nBcc: b@example.com' }],
    ['two addresses in one', { to: 'a@example.com, b@example.com' }],
    ['a line end in a header', { headers: { 'X-A': 'a\r\nBcc: b@example.com' } }],
    ['a line end in the name of a header', { headers: { 'X-A: b\r\nBcc': 'b@example.com' } }],
    ['a header that names recipients', { headers: { Bcc: 'b@example.com' } }],
    ['a header that the server sets', { headers: { 'Message-ID': '<a@b>' } }],
    ['a line end in from', { from: 'A\r\nBcc: b@example.com <a@example.com>' }],
    ['more than 50 recipients', { cc: Array.from({ length: 50 }, (_, n) => `c${n}@example.com`) }],
    ['a domain that nobody has proved', { from: 'boss@bank.example' }],
    ['nothing to say', { text: undefined }],
    [
      'a path as the name of a file',
      { attachments: [{ filename: '../a', content_base64: 'YQ==' }] },
    ],
    ['what is not base64', { attachments: [{ filename: 'a', content_base64: '<>' }] }],
    ['a time that is over', { scheduled_at: new Date(Date.now() - 1000).toISOString() }],
    ['a time in a year', { scheduled_at: new Date(Date.now() + 400 * 86_400_000).toISOString() }],
  ])('is said with 400: %s', async (_, wrong) => {
    const { status, body } = await api.post('/v1/email/send', { ...mail, ...wrong });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('is reported for a variable by its name', async () => {
    await template({ name: 'Named', subject: 'For {{name}}', text: 'x' });
    const { status, body } = await api.post('/v1/email/send', {
      to: 'a@example.com',
      template: 'Named',
    });
    expect(status).toBe(400);
    expect(body.error.message).toContain('There is no name.');
  });

  it('refuses a batch as a whole, and names the email', async () => {
    const emails = [mail, { ...mail, from: 'boss@bank.example' }];
    const { status, body } = await api.post('/v1/email/batch', { emails });
    expect([status, body.error.param]).toEqual([400, 'emails[1].from']);
    expect(body.error.details).toMatchObject([{ path: 'emails[1].from' }]);
    const { rows } = await server.db.query('select 1 from app.messages where recipient = $1', [
      mail.to,
    ]);
    expect(rows).toEqual([]);
    const good = await api.post('/v1/email/batch', { emails: [mail, mail] });
    expect(good.body.data.emails).toMatchObject([{ status: 'queued' }, { status: 'queued' }]);
  });
});

describe('a template that uses a value as an address', () => {
  it.each(['javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x'])(
    'is not filled in with %j',
    async (go) => {
      const { data } = await template({
        name: `Links ${go.length}`,
        subject: 'x',
        html: '<p>{{go}}</p><a href="{{go}}">Go</a>',
      });
      const preview = (variables: object) =>
        api.post(`/v1/email/templates/${data.id}/preview`, { variables });
      const { status, body } = await preview({ go });
      expect([status, body.error.param]).toEqual([400, 'go']);
      expect((await preview({ go: 'https://example.com/?a=b' })).body.data.html).toContain(
        'href="https://example.com/?a=b"',
      );
    },
  );
});
