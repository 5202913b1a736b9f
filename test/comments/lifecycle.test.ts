import { beforeAll, describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import type { Client } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, type SignedUp, signUp } from '../support/users.ts';
import { type Place, place, refusal, say, texts } from './support.ts';

const list = '/v1/comments';
const server = useServer();
const api = useTenant(server);
let ada: SignedUp;
beforeAll(async () => {
  ada = await signUp(api);
});

const pathOf = ({ object_type_id, object_id }: Place) =>
  `/v1/objects/${object_type_id}/${object_id}`;

/** Deletes in two steps. @returns what the first said hangs on it */
async function remove(client: Client, path: string, query = '', body?: object) {
  const { status, body: first } = await client.delete(`${path}?${query}`, body);
  expect([status, first.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
  const { confirm_token, dependencies } = first.error;
  await made(client.delete(`${path}?${query}&confirm_token=${confirm_token}`, body));
  return dependencies;
}

describe('the comments of an object', () => {
  it('are in the trash with it, and come back with it', async () => {
    const deal = await place(api);
    const { id } = await say(ada.client, deal, 'Trashed');
    expect(await remove(api, pathOf(deal))).toEqual([
      { type: 'comment', count: 1, label: '1 comment' },
    ]);
    for (const call of [
      api.get(`${list}/${id}`),
      api.get(`${list}?${new URLSearchParams({ ...deal })}`),
      api.post(list, { ...deal, body: 'Too late' }),
      api.post(`${list}/${id}/resolve`),
    ])
      expect(await refusal(call)).toEqual([404, 'NOT_FOUND']);
    expect(await texts(api, { query: 'Trashed' })).toEqual([]);
    await made(api.post(`${pathOf(deal)}/restore`));
    expect(await texts(api, deal)).toEqual(['Trashed']);
  });

  it('go for good with it, and with its type', async () => {
    const [deal, too] = [await place(api, 'gone'), await place(api, 'gone')];
    const first = await say(ada.client, deal, 'Purged');
    await made(api.put(`${list}/${first.id}/reactions/+1`));
    const second = await say(ada.client, too, 'Purged with its type');
    expect(await remove(api, pathOf(deal), 'force=true')).toContainEqual({
      type: 'comment',
      count: 1,
      label: '1 comment',
    });
    const { body } = await api.delete('/v1/object-types/gone?force=true');
    expect(body.error.dependencies).toContainEqual({
      type: 'comment',
      count: 1,
      label: '1 comment',
    });
    await remove(api, '/v1/object-types/gone', 'force=true');
    const { rows } = await server.db.query('select id from app.comments where id = any ($1)', [
      [first.id, second.id],
    ]);
    expect(rows).toEqual([]);
  });

  it('do not stand in the way once they are deleted', async () => {
    const deal = await place(api);
    const { id } = await say(ada.client, deal, 'Short-lived');
    await made(ada.client.delete(`${list}/${id}`));
    expect(await made(api.delete(pathOf(deal)))).toMatchObject({ deleted: true });
  });
});

describe('the comments of a user who is deleted', () => {
  it.each([
    ['stay', ''],
    ['go with force', 'force=true'],
  ])('%s', async (_, query) => {
    const user = await signUp(api);
    const deal = await place(api);
    await say(user.client, deal, 'Mine');
    await say(ada.client, deal, 'Hers');
    expect(await remove(api, `/v1/users/${user.user.id}`, query)).toEqual([
      { type: 'comment', count: 1, label: '1 comment' },
    ]);
    expect(await texts(api, deal)).toEqual([query ? null : 'Mine', 'Hers']);
    const { results } = await made(api.get(`${list}?${new URLSearchParams({ ...deal })}`));
    expect(results[1].author).toEqual({ id: user.user.id, email: null });
  });
});

it('the comments of an anonymous user go along to the account that they join', async () => {
  const begun = await made(api.post('/v1/auth/anonymous', {}, anotherAddress()));
  const client = api.as(begun.access_token);
  const deal = await place(api);
  const { id } = await say(client, deal, 'Before');
  const { email, password } = ada;
  await made(client.post('/v1/auth/anonymous/link', { email, password, on_conflict: 'merge' }));
  expect(await made(ada.client.patch(`${list}/${id}`, { body: 'After' }))).toMatchObject({
    author: { id: ada.user.id, email },
    body: 'After',
  });
});

it('the export of a user’s data contains their comments', async () => {
  const user = await signUp(api);
  const comment = await say(user.client, await place(api), 'Exported');
  expect((await made(user.client.get('/v1/auth/me/export'))).comments).toEqual([comment]);
});
