import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import { closeSockets, openSocket, type Socket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
let second: Awaited<ReturnType<TestServer['sibling']>>;
let api: TenantClient;
beforeAll(async () => {
  second = await server.sibling();
  api = await createTenant(server);
});
afterEach(closeSockets);
afterAll(async () => {
  await second.close();
});

const connect = (token: string = api.token, to: { url: string } = server) =>
  openSocket(to, { token, tenant_id: api.tenant.id });

const idOf = (socket: Socket): string => socket.messages[0].connection_id;

/** Told again until it is heard: between processes a message may be lost while one begins to listen. */
async function untilHeard(from: Socket, message: object, by: Socket, like: object) {
  await until(
    async () => {
      from.say(message);
      return by.messages.some((one) =>
        Object.entries(like).every(([name, value]) => one[name] === value),
      );
    },
    (isHeard) => isHeard,
  );
}

describe('a broadcast', () => {
  it('reaches only the others in its room, in every process', async () => {
    const user = await createUser(api);
    const [ada, bob, far, outside] = [
      await connect(user.session.access_token),
      await connect(),
      await connect(api.token, second),
      await connect(),
    ];
    const other = await createTenant(server);
    const stranger = await openSocket(server, { token: other.token, tenant_id: other.tenant.id });
    for (const socket of [ada, bob, far, stranger])
      expect((await socket.subscribe('room:lobby')).type).toBe('subscribed');
    await outside.subscribe('room:other');
    const said = { type: 'broadcast', channel: 'room:lobby', event: 'wave', payload: { n: 'ä' } };
    await untilHeard(ada, said, far, { type: 'broadcast', event: 'wave' });
    ada.say({ ...said, id: 7, event: 'last' });
    expect(await ada.message({ id: 7 })).toEqual({ type: 'ack', id: 7 });
    expect(await bob.message({ event: 'last' })).toEqual({
      ...said,
      event: 'last',
      connection_id: idOf(ada),
      user_id: user.user.id,
    });
    await far.message({ event: 'last' });
    for (const socket of [ada, outside, stranger])
      expect(socket.messages.filter(({ type }) => type === 'broadcast')).toEqual([]);
  });

  it('requires the right to write, a room, and a small payload', async () => {
    const reader = await connect((await api.withKey(['read'])).token);
    await reader.subscribe('room:lobby');
    const say = (id: number, more: object) =>
      reader.say({ type: 'broadcast', id, channel: 'room:lobby', event: 'x', ...more });
    for (const [id, more, code] of [
      [1, {}, 'INSUFFICIENT_SCOPE'],
      [2, { payload: 'x'.repeat(6000) }, 'VALIDATION_ERROR'],
      [3, { channel: 'room:none' }, 'VALIDATION_ERROR'],
    ] as const) {
      say(id, more);
      expect(await reader.message({ id })).toMatchObject({ type: 'error', code });
    }
  });
});

describe('presence', () => {
  it('tells every process who is in a room, joins, changes or leaves', async () => {
    const [ada, bob] = [await connect(), await connect(api.token, second)];
    const channel = 'presence:page-1';
    expect(await ada.subscribe(channel)).toMatchObject({ members: [] });
    await bob.subscribe(channel);
    const here = { type: 'presence', channel };
    await untilHeard(ada, { ...here, state: { at: 'top' } }, bob, { event: 'join' });
    expect(await bob.message({ event: 'join' })).toEqual({
      ...here,
      event: 'join',
      connection_id: idOf(ada),
      user_id: null,
      state: { at: 'top' },
    });
    ada.say({ ...here, state: { at: 'end' } });
    expect(await bob.message({ event: 'update' })).toMatchObject({ state: { at: 'end' } });
    const carl = await connect(api.token, second);
    const { members } = await carl.subscribe(channel);
    expect(members).toEqual([{ connection_id: idOf(ada), user_id: null, state: { at: 'end' } }]);
    await ada.close();
    for (const socket of [bob, carl])
      expect(await socket.message({ event: 'leave' })).toMatchObject({
        connection_id: idOf(ada),
        state: null,
      });
  });

  it('announces when it is withdrawn, and a process that starts later asks who is present', async () => {
    const [ada, bob] = [await connect(), await connect()];
    const channel = 'room:later';
    for (const socket of [ada, bob]) await socket.subscribe(channel);
    ada.say({ type: 'presence', channel, state: 1 });
    await bob.message({ event: 'join' });
    const far = await connect(api.token, second);
    await far.subscribe(channel);
    expect(await far.message({ event: 'join' })).toMatchObject({ connection_id: idOf(ada) });
    ada.say({ type: 'presence', channel, state: null });
    for (const socket of [bob, far]) await socket.message({ event: 'leave' });
    expect((await (await connect()).subscribe(channel)).members).toEqual([]);
  });
});
