import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { fileForm, uploadText } from '../support/seed-files.ts';
import { settle } from '../support/settle.ts';
import { closeSockets, openSocket, type Socket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser, type SignedUp } from '../support/users.ts';

const server = useOwnDatabase(
  { TRUSTED_PROXIES: 'loopback' },
  { realtime: { suspectMs: 20, tickMs: 100 } },
);
let api: TenantClient;
let ada: SignedUp;
let bob: SignedUp;
beforeEach(async () => {
  api = await createTenant(server);
  [ada, bob] = [await createUser(api), await createUser(api)];
});
afterEach(closeSockets);

const upload = async (client: Client, filename: string, fields: Record<string, string> = {}) =>
  (await uploadText(client, filename, fields)).id;

async function listen(token: string, ...channels: string[]): Promise<Socket> {
  const socket = await openSocket(server, { token, tenant_id: api.tenant.id });
  for (const channel of [...channels, 'events:mark'])
    expect((await socket.subscribe(channel)).type).toBe('subscribed');
  return socket;
}
const tokenOf = ({ session }: SignedUp): string => session.access_token;

/** Event and file of all that was heard on a channel, up to a mark that everyone hears. */
async function heard(socket: Socket, channel = 'files') {
  const marks = socket.events('events:mark').length;
  await api.post('/v1/events', { event_type: 'mark' });
  await until(
    async () => socket.events('events:mark').length,
    (count) => count > marks,
  );
  return socket.events(channel).map(({ event, data }) => [event, data.id]);
}

/** The file events of the feed of changes. */
async function changes(client: Client, query = 'types=file.*') {
  await settle(server.db);
  const { status, body } = await client.get(`/v1/changes?limit=100&${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.results;
}
type Event = { type: string; data: { id: string } };
const briefly = (events: Event[]) => events.map(({ type, data }) => [type, data.id]);

async function change(id: string, fields: object): Promise<void> {
  const { status, body } = await api.patch(`/v1/files/${id}`, fields);
  expect([status, body.error]).toEqual([200, undefined]);
}

const both = (id: string) => [
  ['file.created', id],
  ['file.uploaded', id],
];

/** A mark of now may come before what was missed. */
const untilHeard = (socket: Socket, channel: string, wanted: number) =>
  until(
    async () => socket.events(channel).length,
    (count) => count >= wanted,
  );

describe('events of files', () => {
  it('reach callers who may see the file: live, in the stream and in the feed', async () => {
    const [mine, his, key] = [
      await listen(tokenOf(ada), 'files', 'events:file.*'),
      await listen(tokenOf(bob), 'files', 'events:file.*'),
      await listen((await api.withKey(['read'])).token, 'files'),
    ];
    const stream = new EventSource(`${server.url}/events/stream?token=${tokenOf(bob)}`);
    const streamed: string[][] = [];
    for (const type of ['ready', 'file.created', 'file.uploaded'])
      stream.addEventListener(type, ({ data }) => streamed.push([type, JSON.parse(data).data?.id]));
    await until(
      async () => streamed.length,
      (length) => length > 0,
    );
    const hers = await upload(ada.client, 'hers');
    const ours = await upload(api, 'ours');
    const shared = await upload(ada.client, 'shared', { access: 'authenticated' });
    const open = await upload(api, 'open', { access: 'public' });
    const [toAll, toAda, toBob] = [
      [hers, ours, shared, open].flatMap(both),
      [hers, shared, open].flatMap(both),
      [shared, open].flatMap(both),
    ];
    expect(await heard(key)).toEqual(toAll);
    expect(await heard(mine)).toEqual(toAda);
    expect(await heard(his)).toEqual(toBob);
    expect(await heard(his, 'events:file.*')).toEqual(toBob);
    await until(
      async () => streamed.length,
      (length) => length > toBob.length,
    );
    stream.close();
    expect(streamed.slice(1)).toEqual(toBob);

    expect(briefly(await changes(api))).toEqual(toAll);
    expect(briefly(await changes(ada.client))).toEqual(toAda);
    expect(briefly(await changes(bob.client))).toEqual(toBob);
    // Through the eyes of a user, and from what was missed.
    expect(briefly(await changes(api, `types=file.*&as_user=${bob.user.id}`))).toEqual(toBob);
    const since = (await changes(api, 'types=key.*'))[0].seq;
    const late = await openSocket(server, { token: tokenOf(bob), tenant_id: api.tenant.id });
    await late.subscribe('events:mark');
    await late.subscribe('files', { since });
    await untilHeard(late, 'files', toBob.length);
    expect(await heard(late)).toEqual(toBob);
  });

  it('stop for a caller who no longer sees the file, and begin without its earlier state', async () => {
    const id = await upload(api, 'plan', { access: 'authenticated', folder: 'open' });
    const his = await listen(tokenOf(bob), 'files', 'files:open', 'files:secret');
    await change(id, { access: 'private', folder: 'secret' });
    await change(id, { filename: 'hidden plan' });
    await change(id, { access: 'authenticated', folder: 'open' });
    await change(id, { filename: 'plan B' });
    expect(await heard(his)).toEqual([
      ['file.removed_from_view', id],
      ['file.updated', id],
      ['file.updated', id],
    ]);
    const [removed, back, renamed] = his.events('files');
    expect(removed).toMatchObject({ data: { id }, previous: null, changed: null });
    expect(back).toMatchObject({ data: { folder: 'open' }, previous: null, changed: null });
    expect(renamed).toMatchObject({ previous: { filename: 'hidden plan' }, changed: ['filename'] });
    expect(JSON.stringify([removed, back])).not.toContain('secret');
    // Neither does a channel tell in which folder he does not see it.
    expect(his.events('files:secret')).toEqual([]);
    expect(his.events('files:open')).toHaveLength(3);
    const late = await listen(tokenOf(bob));
    const since = (await changes(api, 'types=file.uploaded'))[0].seq;
    for (const channel of ['files:open', 'files:secret']) await late.subscribe(channel, { since });
    await untilHeard(late, 'files:open', 3);
    await heard(late);
    expect([late.events('files:open').length, late.events('files:secret')]).toEqual([3, []]);
    // The feed tells of what may be seen, and leaves the rest out.
    const feed = await changes(bob.client, 'types=file.updated');
    expect(feed.map((one: { previous: object }) => one.previous)).toEqual([
      null,
      expect.objectContaining({ filename: 'hidden plan' }),
    ]);
    expect(await changes(api, 'types=file.updated')).toHaveLength(4);
  });

  it('of a file attached to an object reach callers who see the object', async () => {
    await api.post('/v1/object-types', { name: 'orders' });
    await api.post('/v1/object-types/orders/properties', { name: 'owner', data_type: 'string' });
    await api.post('/v1/object-types/orders/policies', {
      name: 'own',
      action: 'select',
      condition_json: { owner: '$auth.user_id' },
    });
    const order = async (owner: string) =>
      (await api.post('/v1/objects/orders', { properties: { owner } })).body.data.id;
    const attach = async (object_id: string, access: string) =>
      upload(api, 'bill', { access, object_type_id: 'orders', object_id });
    const mine = await listen(tokenOf(ada), 'files');
    const hers = await attach(await order(ada.user.id), 'authenticated');
    await attach(await order(bob.user.id), 'authenticated');
    await attach(await order(ada.user.id), 'private');
    expect(await heard(mine)).toEqual(both(hers));
    expect(briefly(await changes(ada.client))).toEqual(both(hers));
  });

  it('reach subscribers of the file’s folder, and of both folders when it moves', async () => {
    const socket = await listen(api.token, 'files:a', 'files:b/c', 'files:b');
    const id = await upload(api, 'x', { folder: 'a' });
    await change(id, { folder: 'b/c' });
    await change(id, { folder: '' });
    await heard(socket);
    const names = (channel: string) => socket.events(channel).map(({ event }) => event);
    expect(names('files:a')).toEqual(['file.created', 'file.uploaded', 'file.updated']);
    expect(names('files:b/c')).toEqual(['file.updated', 'file.updated']);
    expect(names('files:b')).toEqual([]);
    expect(socket.events('files:b/c')[0]).toMatchObject({
      data: { folder: 'b/c' },
      previous: { folder: 'a' },
      changed: ['folder'],
    });
  });

  it('about tags and collections reach callers who may read files', async () => {
    await api.post('/v1/roles', { name: 'clerk', permissions: ['objects:read', 'events:read'] });
    const clerk = await createUser(api, { role: 'clerk' });
    const [his, hers] = [
      await listen(tokenOf(bob), 'events:*'),
      await listen(tokenOf(clerk), 'events:*'),
    ];
    const file = await upload(api, 'x', { access: 'authenticated' });
    const tag = (await api.post('/v1/files/tags', { name: 'new' })).body.data.tag_id;
    await api.post(`/v1/files/${file}/tags`, { tag_ids: [tag] });
    const collection = (await api.post('/v1/files/collections', { name: 'x' })).body.data.id;
    await api.post(`/v1/files/collections/${collection}/items`, { file_ids: [file] });
    expect(await heard(his, 'events:*')).toEqual([
      ...both(file),
      ['file_tag.created', tag],
      ['file.tagged', file],
      ['collection.created', collection],
      ['collection.updated', collection],
      ['custom.mark', undefined],
    ]);
    const told = his.events('events:*');
    expect(told[3]).toMatchObject({
      data: { tags: [{ tag_id: tag, name: 'new', color: null }] },
      previous: { tags: [] },
      changed: ['tags'],
    });
    expect(told[5]).toMatchObject({ data: { items: { added: [file] } }, changed: ['items'] });
    expect(await heard(hers, 'events:*')).toEqual([
      ['custom.mark', undefined],
      ['custom.mark', undefined],
    ]);
    expect(briefly(await changes(clerk.client, 'types=file.*,file_tag.*,collection.*'))).toEqual(
      [],
    );
  });

  it('appear in the receipt of a transaction for callers who may see the file', async () => {
    const body = fileForm('hers', 'hers');
    const { headers } = await ada.client.send('POST', '/v1/files/upload', { body });
    const receipt = `/v1/transactions/${headers.get('x-tx-id')}`;
    expect((await ada.client.get(receipt)).body.data.changes).toMatchObject([
      { type: 'file.created', changed: null },
      { type: 'file.uploaded', changed: null },
    ]);
    expect((await bob.client.get(receipt)).status).toBe(404);
    expect((await bob.client.post(`${receipt}/undo`, {})).status).toBe(404);
  });

  it('go to webhooks whose owner sees all files', async () => {
    const permissions = ['objects:read', 'files:read', 'webhooks:manage'];
    await api.post('/v1/roles', { name: 'integrator', permissions });
    await api.post('/v1/roles', {
      name: 'chief',
      permissions: [...permissions, 'files:manage'],
    });
    const hook = (client: Client, events: string[]) =>
      client.post('/v1/webhooks', { url: 'https://hooks.example/x', events });
    const [less, more] = [
      (await createUser(api, { role: 'integrator' })).client,
      (await createUser(api, { role: 'chief' })).client,
    ];
    const { status, body } = await hook(less, ['file.created']);
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const ids = [await hook(less, []), await hook(more, [])].map(({ body }) => body.data.id);
    const { rows } = await server.db.query(
      `select 'file' = any (hidden) as is_hidden from app.webhooks where id = any ($1) order by id`,
      [ids],
    );
    expect(rows.map(({ is_hidden }) => is_hidden)).toEqual([true, false]);
  });
});
