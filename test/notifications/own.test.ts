import { describe, expect, it } from 'vitest';
import { feedOf } from '../messages/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const own = '/v1/auth/notifications';

const server = useServer();
const api = useTenant(server);

/** Notifies users, title by title. @returns the ids of the first user's */
async function notify(tenant: TenantClient, users: SignedUp[], titles: string[]) {
  const ids: string[] = [];
  for (const title of titles) {
    const user_ids = users.map(({ user }) => user.id);
    const { body } = await tenant.post('/v1/notifications', { type: 'news', title, user_ids });
    ids.push(body.data.ids[0]);
  }
  return ids;
}

async function eventsOf(id: string) {
  const { rows } = await server.db.query(
    'select type, changed from app.journal where resource_id = $1 order by xid, id',
    [id],
  );
  return rows;
}

describe('a user’s own notifications', () => {
  it('come newest first, page by page, all or the unread ones', async () => {
    const ada = await signUp(api);
    const ids = await notify(api, [ada], ['1', '2', '3', '4', '5']);
    await ada.client.patch(`${own}/${ids[3]}`, { is_read: true });
    const read = async (query: string) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const next: string = cursor ? `&cursor=${cursor}` : '';
        const { data } = (await ada.client.get(`${own}?limit=2${query}${next}`)).body;
        expect(data.total).toBe(query.includes('unread=true') ? 4 : 5);
        seen.push(...data.results.map(({ title }: { title: string }) => title));
        cursor = data.next_cursor;
      } while (cursor);
      return seen.join('');
    };
    expect(await read('')).toBe('54321');
    expect(await read('&unread=false')).toBe('54321');
    expect(await read('&unread=true')).toBe('5321');
  });

  it('are marked and deleted, with a row in the journal where something changed', async () => {
    const ada = await signUp(api);
    const [id = '', other = ''] = await notify(api, [ada], ['one', 'two']);
    const marked = await ada.client.patch(`${own}/${id}`, { is_read: true });
    expect(marked.body.data).toMatchObject({ id, is_read: true });
    expect((await ada.client.patch(`${own}/${id}`, { is_read: true })).status).toBe(200);
    await ada.client.patch(`${own}/${id}`, { is_read: false });
    const first = await ada.client.delete(`${own}/${id}`);
    expect(first.body.data).toEqual({ id, deleted: true });
    expect((await ada.client.delete(`${own}/${id}`)).status).toBe(404);
    expect((await ada.client.patch(`${own}/${id}`, { is_read: true })).status).toBe(404);
    expect(await eventsOf(id)).toEqual([
      { type: 'notification.created', changed: null },
      { type: 'notification.updated', changed: ['is_read'] },
      { type: 'notification.updated', changed: ['is_read'] },
      { type: 'notification.deleted', changed: null },
    ]);
    expect((await ada.client.post(`${own}/read-all`)).body.data).toEqual({ updated: 1 });
    expect((await ada.client.post(`${own}/read-all`)).body.data).toEqual({ updated: 0 });
    expect(await eventsOf(other)).toHaveLength(2);
    const { body } = await ada.client.get(`${own}?unread=true`);
    expect(body.data).toMatchObject({ results: [], total: 0 });
  });

  it('are invisible to other users, other tenants and keys', async () => {
    const elsewhere = await createTenant(server);
    const [ada, bob, eve] = [await signUp(api), await signUp(api), await signUp(elsewhere)];
    const [id = ''] = await notify(api, [ada], ['private']);
    const { body: first } = await ada.client.get(`${own}?limit=1`);
    expect(first.data.results).toHaveLength(1);
    for (const { client } of [bob, eve]) {
      const answers = [
        await client.patch(`${own}/${id}`, { is_read: true }),
        await client.delete(`${own}/${id}`),
      ];
      const twins = [
        await client.patch(`${own}/${id.slice(0, -4)}0000`, { is_read: true }),
        await client.delete(`${own}/${id.slice(0, -4)}0000`),
      ];
      for (const [index, answer] of answers.entries()) {
        expect([answer.status, answer.body.error.details]).toEqual([
          404,
          { resource: 'notification' },
        ]);
        expect(twins[index]?.status).toBe(404);
      }
      expect((await client.get(own)).body.data).toMatchObject({ results: [], total: 0 });
      expect((await client.post(`${own}/read-all`)).body.data).toEqual({ updated: 0 });
    }
    expect((await api.get(own)).status).toBe(403);
    expect((await api.as(undefined).get(own)).status).toBe(401);
    expect((await ada.client.get(own)).body.data.results[0]).toMatchObject({ id, is_read: false });
    expect(await feedOf(api, 'notification.*')).not.toEqual([]);
    for (const { client } of [ada, bob]) {
      const feed = await client.get('/v1/changes?types=notification.*');
      expect([feed.status, feed.body.data.results]).toEqual([200, []]);
    }
  });

  it('accept only a cursor of their own list', async () => {
    const [ada, bob] = [await signUp(api), await signUp(api)];
    await notify(api, [ada, bob], ['1', '2']);
    const { next_cursor } = (await ada.client.get(`${own}?limit=1`)).body.data;
    for (const answer of [
      await bob.client.get(`${own}?limit=1&cursor=${next_cursor}`),
      await ada.client.get(`${own}?limit=1&unread=true&cursor=${next_cursor}`),
      await ada.client.get(`${own}?cursor=rubbish`),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('refuse invalid parameters', async () => {
    const { client } = await signUp(api);
    for (const query of ['limit=0', 'limit=101', 'unread=maybe', 'cursor='])
      expect((await client.get(`${own}?${query}`)).status).toBe(400);
    for (const body of [{}, { is_read: 'yes' }, { is_read: null }])
      expect((await client.patch(`${own}/ntf_0`, body)).status).toBe(400);
    expect((await client.patch(`${own}/%00x`, { is_read: true })).status).toBe(400);
  });

  it('are deleted with the user, and so is the log of messages to them', async () => {
    const ada = await signUp(api);
    const { id } = ada.user;
    const channels = ['in_app', 'email'];
    const content = { type: 'news', title: 'last', user_ids: [id], channels };
    await api.post('/v1/notifications', content);
    await ada.client.put(`${own}/preferences`, { channel: 'sms' });
    const tables = ['notifications', 'notification_preferences', 'messages'];
    const counts = () =>
      Promise.all(
        tables.map(async (table) => {
          const query = `select from app.${table} where user_id = $1`;
          return (await server.db.query(query, [id])).rowCount;
        }),
      );
    expect(await counts()).toEqual([1, 1, 1]);
    expect((await api.delete(`/v1/users/${id}`)).status).toBe(200);
    expect(await counts()).toEqual([0, 0, 0]);
  });
});
