import { beforeEach, describe, expect, it } from 'vitest';
import { again } from '../support/again.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { crowd } from '../support/crowd.ts';
import { settle } from '../support/settle.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser, signUp } from '../support/users.ts';

const server = useOwnDatabase();
const path = '/v1/tickets';
const question = { subject: 'The import stops', body: 'It ends after row 100.' };
let api: TenantClient;
let operator: Client;
beforeEach(async () => {
  api = await createTenant(server);
  operator = platformClient(server);
});

const opened = async (more: object = {}) =>
  (await api.post(path, { ...question, ...more })).body.data;
const ofOperator = (id: string) => `/owner/tickets/${id}`;

describe('a ticket', () => {
  it('is opened by a key with a first message, and both sides see it', async () => {
    const ticket = await opened({ priority: 'urgent', category: 'imports' });
    expect(ticket).toMatchObject({
      id: expect.stringMatching(/^tkt_[0-9a-f]{32}$/),
      ...{ subject: question.subject, status: 'open', priority: 'urgent', category: 'imports' },
      tenant_id: api.tenant.id,
      requester: { type: 'api_key', email: null },
      messages: [{ body: question.body, is_internal: false, attachments: [] }],
      first_response_at: null,
      solved_at: null,
    });
    const hour = Date.parse(ticket.first_response_due_at) - Date.parse(ticket.created_at);
    expect(hour).toBe(3_600_000);
    expect((await api.get(`${path}/${ticket.id}`)).body.data).toEqual(ticket);
    expect((await operator.get(ofOperator(ticket.id))).body.data).toEqual(ticket);
    const { results, total } = (await api.get(path)).body.data;
    expect([results, total]).toEqual([[{ ...ticket, messages: null }], 1]);
  });

  it('is not opened in a longer transaction, which would keep the numbers of all tenants waiting', async () => {
    const step = { method: 'POST', path, body: question };
    const { status, body } = await api.post('/v1/transaction', { requests: [step] });
    expect([status, body.error.details?.[0]?.code]).toEqual([400, 'not_offered']);
  });

  it('is opened by an admin who is signed in, and by no plain user', async () => {
    expect((await (await signUp(api)).client.post(path, question)).status).toBe(403);
    const { client, user, email } = await createUser(api, { role: 'admin' });
    const { status, body } = await client.post(path, question);
    expect([status, body.data.requester]).toEqual([201, { type: 'user', id: user.id, email }]);
  });

  it('belongs to its tenant: 404 to another tenant, 403 to a key without the scope *', async () => {
    const { id } = await opened();
    const other = await createTenant(server);
    expect((await other.get(`${path}/${id}`)).status).toBe(404);
    expect((await other.post(`${path}/${id}/messages`, { body: 'Hello' })).status).toBe(404);
    expect((await other.get(path)).body.data.total).toBe(0);
    expect((await (await api.withKey(['write'])).get(path)).status).toBe(403);
    expect((await api.get(ofOperator(id))).status).toBe(403);
  });

  it('changes its state with each answer', async () => {
    const { id } = await opened();
    const answered = await operator.post(`${ofOperator(id)}/messages`, { body: 'Which file?' });
    expect(answered.body.data).toMatchObject({
      status: 'pending',
      first_response_at: answered.body.data.messages[1].created_at,
    });
    const again = await api.post(`${path}/${id}/messages`, { body: 'This one.' });
    expect([again.status, again.body.data.status]).toEqual([201, 'open']);
    expect(again.body.data.messages.at(-1).body).toBe('This one.');
    const solved = (await operator.patch(ofOperator(id), { status: 'solved' })).body.data;
    expect([solved.status, solved.solved_at]).toEqual(['solved', expect.any(String)]);
    const reopened = (await api.post(`${path}/${id}/messages`, { body: 'No.' })).body.data;
    expect([reopened.status, reopened.solved_at]).toEqual(['open', null]);
    expect(reopened.first_response_at).toBe(answered.body.data.first_response_at);
  });

  it('is closed to answers until it is reopened', async () => {
    const { id } = await opened();
    expect((await operator.post(`${ofOperator(id)}/reopen`)).status).toBe(409);
    expect((await operator.post(`${ofOperator(id)}/close`)).body.data.status).toBe('closed');
    for (const refused of [
      await operator.post(`${ofOperator(id)}/close`),
      await operator.post(`${ofOperator(id)}/messages`, { body: 'More' }),
      await api.post(`${path}/${id}/messages`, { body: 'More' }),
      await operator.patch(ofOperator(id), { status: 'on_hold' }),
    ])
      expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE']);
    const { data } = (await operator.post(`${ofOperator(id)}/reopen`)).body;
    expect([data.status, data.solved_at]).toEqual(['open', null]);
  });
});

describe('an internal note', () => {
  it('is only for the operator: not in the ticket, its time, the feed or the audit log', async () => {
    const { id } = await opened();
    const before = (await api.get(`${path}/${id}`)).body.data;
    const noted = await operator.post(`${ofOperator(id)}/messages`, {
      body: 'They have not paid: sesame.',
      is_internal: true,
    });
    expect(noted.body.data).toMatchObject({
      status: 'open',
      first_response_at: null,
      messages: [
        { is_internal: false },
        { is_internal: true, body: 'They have not paid: sesame.' },
      ],
    });
    expect(noted.body.data.updated_at > before.updated_at).toBe(true);
    await api.post(`${path}/${id}/messages`, { body: 'Hello?' });
    await settle(server.db);
    for (const seen of [`${path}/${id}`, path, '/v1/changes', '/v1/audit-logs?limit=100'])
      expect(JSON.stringify((await api.get(seen)).body)).not.toContain('sesame');
    const { rows } = await server.db.query(
      `select 1 from app.journal where tenant_id = $1 and (after::text ~ 'sesame' or before::text ~ 'sesame')`,
      [api.tenant.id],
    );
    expect(rows).toEqual([]);
  });

  it('lies in a table that requests of tenants may not read', async () => {
    const { rows } = await server.db.query(
      `select has_table_privilege('insula_tenant', 'app.ticket_notes', p) as may
       from unnest(array['select', 'insert', 'update', 'delete']) p`,
    );
    expect(rows.map(({ may }) => may)).toEqual([false, false, false, false]);
  });

  it('gives the operator another ETag', async () => {
    const { id } = await opened();
    const etag = (await operator.get(ofOperator(id))).headers.get('etag') ?? '';
    await operator.post(`${ofOperator(id)}/messages`, { body: 'Look at this', is_internal: true });
    const changed = await operator.patch(
      ofOperator(id),
      { priority: 'high' },
      { 'if-match': etag },
    );
    expect(changed.status).toBe(412);
  });
});

describe('numbers', () => {
  it('run over all tenants without gaps, also where a ticket was refused or only tried', async () => {
    const other = await createTenant(server);
    const { number: first } = await opened();
    await api.post(path, { ...question, attachments: ['file_0'] });
    await api.post(`${path}?dry_run=true`, question);
    await other.post('/v1/transaction', {
      requests: [
        { method: 'POST', path, body: question },
        { method: 'GET', path: `${path}/tkt_0` },
      ],
    });
    const numbers: number[] = [];
    await crowd(40, async (n) => {
      const { body } = await again(() => (n % 2 ? api : other).post(path, question));
      numbers.push(body.data.number);
    });
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, n) => first + 1 + n),
    );
  });
});

describe('attachments', () => {
  const upload = async () => {
    const form = new FormData();
    form.set('file', new File(['rows'], 'rows.csv', { type: 'text/csv' }));
    return (await api.send('POST', '/v1/files/upload', { body: form })).body.data.id;
  };

  it('are files of the tenant, which the operator reads by a signed URL, and no others', async () => {
    const [attached, other] = [await upload(), await upload()];
    const ticket = await opened({ attachments: [attached] });
    expect(ticket.messages[0].attachments).toEqual([
      { file_id: attached, filename: 'rows.csv', mime_type: 'text/csv', size_bytes: 4 },
    ]);
    const sign = (file: string) =>
      operator.post(`${ofOperator(ticket.id)}/attachments/${file}/signed-url`);
    const { url } = (await sign(attached)).body.data;
    const content = await fetch(server.url + url);
    expect([content.status, await content.text()]).toEqual([200, 'rows']);
    expect((await sign(other)).status).toBe(404);
    await api.delete(`/v1/files/${attached}`);
    expect((await sign(attached)).status).toBe(404);
  });

  it('of the operator are files of the tenant, uploaded for this ticket, and no others', async () => {
    const ticket = await opened();
    const sent = (name: string, at = ticket.id) =>
      operator.send('POST', `${ofOperator(at)}/attachments?filename=${name}`, {
        body: 'do this',
        headers: { 'content-type': 'text/plain' },
      });
    const { status, body } = await sent('how.txt');
    const file = body.data.file_id;
    expect([status, body.data]).toEqual([
      201,
      { file_id: file, filename: 'how.txt', mime_type: 'text/plain', size_bytes: 7 },
    ]);
    const answer = (attachments: string[], more: object = {}) =>
      operator.post(`${ofOperator(ticket.id)}/messages`, {
        body: 'Here it is.',
        attachments,
        ...more,
      });
    expect((await answer([file])).body.data.messages[1].attachments).toEqual([body.data]);
    expect((await api.get(`/v1/files/${file}/content`)).status).toBe(200);

    const elsewhere = (await sent('other.txt', (await opened()).id)).body.data.file_id;
    expect((await answer([await upload()])).status).toBe(404);
    expect((await answer([elsewhere])).status).toBe(404);
    const noted = await answer([file], { is_internal: true });
    expect([noted.status, noted.body.error.param]).toEqual([400, 'attachments']);
    await operator.post(`${ofOperator(ticket.id)}/close`);
    expect((await sent('late.txt')).status).toBe(409);
    expect((await sent('x.txt', 'tkt_0')).status).toBe(404);
  });

  it('of another tenant are not found', async () => {
    const file = await upload();
    const other = await createTenant(server);
    const { status } = await other.post(path, { ...question, attachments: [file] });
    expect(status).toBe(404);
  });
});

describe('the operator', () => {
  it('finds tickets by tenant, status, priority, assignee, number and words', async () => {
    const words = `Rechnung ${api.tenant.id}`;
    const { id, number } = await opened({ subject: words, priority: 'high' });
    await opened();
    await operator.patch(ofOperator(id), { assignee: api.tenant.id, status: 'on_hold' });
    for (const query of [
      `assignee=${api.tenant.id}`,
      `tenant_id=${api.tenant.id}&status=on_hold`,
      `tenant_id=${api.tenant.id}&priority=high`,
      `search=${encodeURIComponent(words.toLowerCase())}`,
      `search=${encodeURIComponent(`#${number}`)}`,
    ]) {
      const { tickets, total } = (await operator.get(`/owner/tickets?${query}`)).body.data;
      expect([query, total, tickets[0].id]).toEqual([query, 1, id]);
    }
    const none = await operator.get(`/owner/tickets?search=${number}&tenant_id=ten_0`);
    expect(none.body.data.total).toBe(0);
  });

  it('opens a ticket for a tenant, whose owners and admins are told', async () => {
    const { client: admin } = await createUser(api, { role: 'admin' });
    const { status, body } = await operator.post('/owner/tickets', {
      tenant_id: api.tenant.id,
      subject: 'Your plan',
      body: 'It ends next month.',
      assignee: 'mia',
    });
    expect([status, body.data.requester.type, body.data.assignee]).toEqual([
      201,
      'platform',
      'mia',
    ]);
    expect((await api.get(`${path}/${body.data.id}`)).status).toBe(200);
    const { results } = (await admin.get('/v1/auth/notifications')).body.data;
    expect(results[0]).toMatchObject({ type: 'ticket', body: 'It ends next month.' });
    const nobody = await operator.post('/owner/tickets', { ...question, tenant_id: 'ten_0' });
    expect(nobody.status).toBe(404);
  });
});

describe('the requester', () => {
  it('is told of an answer and of the end, in the application and by mail, as far as they want', async () => {
    const { client: admin, email } = await createUser(api, { role: 'admin' });
    const ticket = (await admin.post(path, question)).body.data;
    const mails = async () =>
      (
        await server.db.query(
          `select variables->>'title' as title from app.messages
           where tenant_id = $1 and recipient = $2 and template = 'notification' order by id`,
          [api.tenant.id, email],
        )
      ).rows.map(({ title }) => title);
    await operator.post(`${ofOperator(ticket.id)}/messages`, { body: '<b>Which</b> file?' });
    const heading = `#${ticket.number}: The import stops`;
    expect(await mails()).toEqual([`Answer to ticket ${heading}`]);
    await admin.put('/v1/auth/notifications/preferences', {
      channel: 'email',
      enabled: false,
      categories: ['ticket'],
    });
    await operator.patch(ofOperator(ticket.id), { status: 'solved' });
    expect(await mails()).toHaveLength(1);
    const { results } = (await admin.get('/v1/auth/notifications')).body.data;
    expect(results.map(({ title }: { title: string }) => title)).toEqual([
      `Ticket #${ticket.number} is solved: The import stops`,
      `Answer to ticket ${heading}`,
    ]);
  });
});
