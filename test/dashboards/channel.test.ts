import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { closeSockets, openSocket, type Socket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { dashboard, defineDeals, made, widget } from './support.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
beforeAll(async () => {
  for (const tenant of [api, other]) await defineDeals(tenant, { won: 2 });
});
afterEach(closeSockets);

const connect = (token: string = api.token) =>
  openSocket(server, { token, tenant_id: api.tenant.id });
const deal = (properties: object) => made(api.post('/v1/objects/deals', { properties }));

/** The last message to a socket about a widget. */
const shown = (socket: Socket, { id }: { id: string }) =>
  socket.messages
    .filter(({ type }) => type === 'dashboard')
    .flatMap(({ widgets }) => widgets)
    .findLast((one) => one.id === id);
const value = async (socket: Socket, one: { id: string }) => shown(socket, one)?.data?.value;

describe('the channel of a dashboard', () => {
  it('begins with all widgets at a place in the journal, and goes on with those that change', async () => {
    const { id } = await dashboard(api);
    const channel = `dashboards:${id}`;
    const count = await widget(api, id, 'metric', { object_type_id: 'deals' });
    const words = await widget(api, id, 'text', { text: 'Unchanged' });
    const asked = await widget(api, id, 'table', { sql: 'select count(*) as n from deals' });
    const socket = await connect();
    await deal({ status: 'won' });
    expect(await socket.subscribe(channel)).toMatchObject({ type: 'subscribed', channel });
    const first = await socket.message({ type: 'dashboard' });
    expect(first.widgets.map((one: { id: string }) => one.id).sort()).toEqual(
      [count.id, words.id, asked.id].sort(),
    );
    const before = await value(socket, count);
    expect(before).toBeGreaterThanOrEqual(3);
    expect(shown(socket, asked).data.rows).toEqual([{ n: before }]);

    const { id: made } = await deal({ status: 'won' });
    await until(
      () => value(socket, count),
      (now) => now === before + 1,
    );
    await until(
      async () => shown(socket, asked).data.rows,
      ([{ n }]) => n === before + 1,
    );
    const all = socket.messages.filter(({ type }) => type === 'dashboard');
    const ofWords = all.filter(({ widgets }) =>
      widgets.some((one: { id: string }) => one.id === words.id),
    );
    expect(ofWords).toEqual([first]);
    // Changes after the place of the first are not in there.
    await socket.subscribe('objects:deals', { since: first.seq });
    await until(
      async () => socket.events('objects:deals').map(({ data }) => data.id),
      (ids) => ids.includes(made),
    );
    const { type } = await socket.subscribe('objects:deals', { since: all.at(-1).seq });
    expect(type).toBe('subscribed');
  });

  it('reports which widgets are gone, and ends with the dashboard', async () => {
    const { id } = await dashboard(api);
    const channel = `dashboards:${id}`;
    const socket = await connect();
    await socket.subscribe(channel);
    expect((await socket.message({ type: 'dashboard' })).widgets).toEqual([]);
    const one = await widget(api, id, 'text', { text: 'a' });
    await until(
      async () => shown(socket, one)?.data,
      (data) => data?.text === 'a',
    );
    await made(api.delete(`/v1/dashboards/${id}/widgets/${one.id}`));
    await until(
      async () => socket.messages.flatMap(({ removed = [] }) => removed),
      (ids) => ids.includes(one.id),
    );
    await made(api.delete(`/v1/dashboards/${id}`));
    await socket.message({ type: 'unsubscribed', channel });
    expect(await socket.subscribe(channel)).toMatchObject({ type: 'error', code: 'NOT_FOUND' });
  });

  it('shows each what their policies show them, and then no more than that', async () => {
    const type = await defineType(api, { owner: 'string' }, { user_access: 'open' });
    for (const owner of ['nobody', 'nobody'])
      await made(api.post(type.path, { properties: { owner } }));
    const [ann, bob] = [await createUser(api), await createUser(api)];
    const policies = `/v1/object-types/${type.id}/policies`;
    const own = await made(
      api.post(policies, {
        name: 'own',
        action: 'select',
        condition_json: { owner: { eq: '$auth.user_id' } },
      }),
    );
    const { id } = await dashboard(api);
    const count = await widget(api, id, 'metric', { object_type_id: type.id });
    const [all, hers, his] = [
      await connect(),
      await connect(ann.session.access_token),
      await connect(bob.session.access_token),
    ];
    for (const socket of [all, hers, his]) {
      expect(await socket.subscribe(`dashboards:${id}`)).toMatchObject({ type: 'subscribed' });
      await socket.message({ type: 'dashboard' });
    }
    expect(await Promise.all([all, hers, his].map((socket) => value(socket, count)))).toEqual([
      2, 0, 0,
    ]);
    await made(api.post(type.path, { properties: { owner: ann.user.id } }));
    for (const [socket, now] of [
      [all, 3],
      [hers, 1],
    ] as const)
      await until(
        () => value(socket, count),
        (seen) => seen === now,
      );
    expect(his.messages.filter(({ type }) => type === 'dashboard')).toHaveLength(1);
    // A right that is lost is lost at the next look.
    const condition_json = { owner: { eq: bob.user.id } };
    await made(api.patch(`${policies}/${own.id}`, { condition_json }));
    await until(
      () => value(hers, count),
      (seen) => seen === 0,
    );
  });

  it('is of its own tenant only, and takes no filter', async () => {
    const { id } = await dashboard(other);
    const socket = await connect();
    for (const [channel, options, code] of [
      [`dashboards:${id}`, {}, 'NOT_FOUND'],
      ['dashboards:', {}, 'VALIDATION_ERROR'],
      ['dashboards:a:b', {}, 'VALIDATION_ERROR'],
      [`dashboards:${id}`, { filter: { a: 1 } }, 'VALIDATION_ERROR'],
    ] as const)
      expect(await socket.subscribe(channel, options)).toMatchObject({ type: 'error', code });
  });

  it('is heard by many at the cost of one, and no longer by a socket that leaves it', async () => {
    const { id } = await dashboard(api);
    const channel = `dashboards:${id}`;
    const count = await widget(api, id, 'metric', { object_type_id: 'deals' });
    const sockets = await Promise.all(Array.from({ length: 10 }, () => connect()));
    for (const socket of sockets) await socket.subscribe(channel);
    for (const socket of sockets) await socket.message({ type: 'dashboard' });
    sockets[0]?.say({ type: 'unsubscribe', channel });
    await sockets[0]?.message({ type: 'unsubscribed' });
    const before = await value(sockets[1] as Socket, count);
    await deal({});
    for (const socket of sockets.slice(1))
      await until(
        () => value(socket, count),
        (now) => now === before + 1,
      );
    expect(await value(sockets[0] as Socket, count)).toBe(before);
    const { body } = await api.get('/v1/realtime/stats');
    expect(body.data.channels[channel]).toBe(9);
  });
});
