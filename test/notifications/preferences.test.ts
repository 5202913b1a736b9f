import { beforeAll, describe, expect, it } from 'vitest';
import { forgetLimits } from '../support/mailbox.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const preferences = '/v1/auth/notifications/preferences';

const server = useServer();
const api = useTenant(server);
let ada: SignedUp;
beforeAll(async () => {
  ada = await signUp(api);
  await server.db.query(`update app.users set phone = '+14155550100' where id = $1`, [ada.user.id]);
});

/** The messages that a preference lets through, for a category that it names and for another. */
const matrix = [
  { enabled: undefined, categories: undefined, named: true, other: true },
  { enabled: true, categories: undefined, named: true, other: true },
  { enabled: true, categories: [], named: true, other: true },
  { enabled: false, categories: undefined, named: false, other: false },
  { enabled: false, categories: [], named: false, other: false },
  { enabled: false, categories: ['news', 'x'], named: false, other: true },
  { enabled: true, categories: ['news', 'x'], named: true, other: false },
  { enabled: undefined, categories: ['news'], named: true, other: false },
];

const channels = ['in_app', 'email', 'sms'];

/** By which channels a category reaches the user: what the answer says, and what is there. */
async function reached(category: string, title: string) {
  // One user would soon have had the messages of an hour.
  await forgetLimits(server);
  const { body } = await api.post('/v1/notifications', {
    user_ids: [ada.user.id],
    type: category,
    title,
    channels,
  });
  const { rows } = await server.db.query(
    `select 'in_app' as channel from app.notifications where title = $1
     union all select channel from app.messages where variables->>'title' = $1`,
    [title],
  );
  const found = rows.map(({ channel }) => channel);
  expect(body.data.created).toBe(found.includes('in_app') ? 1 : 0);
  expect(body.data.created + body.data.queued).toBe(found.length);
  expect(body.data.suppressed).toBe(3 - found.length);
  return found;
}

describe.each(channels)('a preference for %s', (channel) => {
  it.each(matrix)(
    'with enabled $enabled and categories $categories lets named ones through: $named, others: $other',
    async ({ enabled, categories, named, other }) => {
      const set = await ada.client.put(preferences, { channel, enabled, categories });
      expect([set.status, set.body.data]).toEqual([200, { updated: true }]);
      const title = `${channel} ${enabled} ${categories}`;
      const others = channels.filter((one) => one !== channel);
      const through = (isWanted: boolean) => (isWanted ? [channel, ...others] : others).toSorted();
      expect((await reached('news', `${title} named`)).toSorted()).toEqual(through(named));
      expect((await reached('other', `${title} other`)).toSorted()).toEqual(through(other));
      await ada.client.delete(`${preferences}/${channel}`);
      expect(await reached('news', `${title} after`)).toHaveLength(3);
    },
  );
});

it('preferences are listed, replaced, deleted and journaled', async () => {
  const { client, user } = await signUp(api);
  await client.put(preferences, { channel: 'push', enabled: false, categories: ['b', 'a', 'b'] });
  await client.put(preferences, { channel: 'email', enabled: false });
  await client.put(preferences, { channel: 'email', categories: ['news'] });
  const { body, headers } = await client.get(preferences);
  expect(headers.get('x-total-count')).toBe('2');
  expect(body.data).toEqual([
    { channel: 'email', enabled: true, categories: ['news'] },
    { channel: 'push', enabled: false, categories: ['a', 'b'] },
  ]);
  const gone = await client.delete(`${preferences}/push`);
  expect(gone.body.data).toEqual({ deleted: true });
  for (const channel of ['push', 'pigeon'])
    expect((await client.delete(`${preferences}/${channel}`)).status).toBe(404);
  expect((await ada.client.get(preferences)).body.data).toEqual([]);
  const { rows } = await server.db.query(
    `select type, resource_id, before->>'enabled' as before, after->>'enabled' as after
     from app.journal where resource_id like $1 || ':%' order by xid, id`,
    [user.id],
  );
  const row = (type: string, channel: string, before: string | null, after: string | null) => ({
    type: `notification_preference.${type}`,
    resource_id: `${user.id}:${channel}`,
    before,
    after,
  });
  expect(rows).toEqual([
    row('updated', 'push', null, 'false'),
    row('updated', 'email', null, 'false'),
    row('updated', 'email', 'false', 'true'),
    row('deleted', 'push', 'false', null),
  ]);
});

it('preferences refuse invalid bodies with 400, and keys and anonymous callers', async () => {
  for (const body of [
    {},
    { channel: 'pigeon' },
    { channel: 'email', enabled: 'no' },
    { channel: 'email', categories: 'news' },
    { channel: 'email', categories: [''] },
    { channel: 'email', categories: ['x'.repeat(101)] },
    { channel: 'email', categories: Array.from({ length: 101 }, String) },
  ])
    expect((await ada.client.put(preferences, body)).status).toBe(400);
  expect((await api.put(preferences, { channel: 'email' })).status).toBe(403);
  expect((await api.as(undefined).get(preferences)).status).toBe(401);
});
