import { describe, expect, it } from 'vitest';
import { sendMessage, whenEnded } from '../messages/support.ts';
import { createTenant } from '../support/api.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { impersonating } from '../tenants-admin/impersonate.ts';

const server = useOwnDatabase({ WORKER: 'on' });
const api = useTenant(server);

describe('the log of messages', () => {
  it('is read page by page, by status, and only by its own tenant', async () => {
    const own = await createTenant(server);
    const ids: string[] = [];
    for (const n of [1, 2, 3])
      ids.push(
        await sendMessage(server, own.tenant.id, { to: `${n}@example.com`, template: 'email' }),
      );
    for (const id of ids) await whenEnded(server, id);
    const first = (await own.get('/v1/email?limit=2&status=stored')).body.data;
    expect(first).toMatchObject({ total: 3, total_relation: 'eq', results: [{ id: ids[2] }, {}] });
    const next = `limit=2&cursor=${first.next_cursor}`;
    const second = (await own.get(`/v1/email?status=stored&${next}`)).body.data;
    expect(second).toMatchObject({ results: [{ id: ids[0] }], next_cursor: null });
    expect((await own.get('/v1/email?status=sent')).body.data).toMatchObject({ total: 0 });
    expect((await own.get('/v1/email')).body.data.results).toHaveLength(3);

    const other = await own.get(`/v1/email?${next}`);
    expect([other.status, other.body.error.code]).toEqual([400, 'INVALID_CURSOR']);
    expect((await own.get('/v1/email?status=lost')).status).toBe(400);
    expect((await api.get(`/v1/email?status=stored&${next}`)).status).toBe(400);
    for (const id of [ids[0], 'msg_0']) {
      const { status, body } = await api.get(`/v1/email/${id}`);
      expect([status, body.error.details]).toEqual([404, { resource: 'email' }]);
    }
  });

  it('shows no link or code of a user to an operator who impersonates an administrator', async () => {
    const own = await createTenant(server);
    const admin = await createUser(own, { role: 'admin' });
    const { client } = await impersonating(server, own).impersonate(admin);
    const to = admin.user.email;
    const id = await sendMessage(server, own.tenant.id, { to, template: 'recovery' });
    await whenEnded(server, id);
    const words = {
      text: expect.any(String),
      html: expect.any(String),
      subject: expect.any(String),
    };
    expect((await own.get(`/v1/email/${id}`)).body.data).toMatchObject(words);
    expect((await client.get(`/v1/email/${id}`)).status).toBe(404);
    const { body } = await client.get('/v1/email');
    expect(body.data.results).toContainEqual(expect.objectContaining({ id, subject: null }));
  });

  it('shows a sender what they sent, and no link or code of a user', async () => {
    const own = await createTenant(server);
    const sender = await own.withKey(['write']);
    const { body } = await sender.post('/v1/email/send', {
      to: 'ada@example.com',
      subject: 'Hello',
      text: 'Hello',
    });
    await whenEnded(server, body.data.id);
    const { data } = (await sender.get(`/v1/email/${body.data.id}`)).body;
    expect(data).toMatchObject({ status: 'stored', text: 'Hello' });
    const recovery = await sendMessage(server, own.tenant.id, {
      to: 'ada@example.com',
      template: 'recovery',
      variables: { token: 'secret' },
    });
    await whenEnded(server, recovery);
    await own.post('/v1/roles', { name: 'mailer', permissions: ['email:manage'] });
    const { client } = await createUser(own, { role: 'mailer' });
    for (const one of [sender, client])
      expect((await one.get(`/v1/email/${recovery}`)).status).toBe(404);
    expect((await sender.get('/v1/email')).status).toBe(403);
    expect(JSON.stringify((await client.get('/v1/email')).body)).not.toContain('secret');
    expect((await own.get(`/v1/email/${recovery}`)).status).toBe(200);
  });

  it('is removed after 90 days', async () => {
    const id = await sendMessage(server, api.tenant.id, {
      to: 'old@example.com',
      template: 'email',
    });
    await whenEnded(server, id);
    const kept = await sendMessage(server, api.tenant.id, {
      to: 'new@example.com',
      template: 'email',
    });
    await whenEnded(server, kept);
    const old = `msg_${Date.parse('2020-01-01').toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
    await server.db.query('update app.messages set id = $2 where id = $1', [id, old]);
    await server.db.query('select worker.housekeeping()');
    expect((await api.get(`/v1/email/${old}`)).status).toBe(404);
    expect((await api.get('/v1/email')).body.data.total).toBe(1);
  });
});
