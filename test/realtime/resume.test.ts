import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createTenant, type TenantClient } from '../support/api.ts';
import { openAtTenant } from '../support/at-tenant.ts';
import { settle } from '../support/settle.ts';
import { closeSockets, openSocket, type Socket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({}, { realtime: { tickMs: 100 } });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'orders' });
});
afterEach(closeSockets);

const connect = (more: Record<string, string> = {}, to: { url: string } = server) =>
  openSocket(to, { token: api.token, tenant_id: api.tenant.id, ...more });

const ids = (socket: Socket, channel?: string): string[] =>
  socket.events(channel).map(({ data }) => data.id);

const heard = (socket: Socket, count: number) =>
  until(
    async () => socket.events().length,
    (found) => found >= count,
    30,
  );

async function create(count: number, client: Pick<TenantClient, 'post'> = api): Promise<string[]> {
  const objects = Array(count).fill({ properties: {} });
  const { body } = await client.post('/v1/objects/orders/batch/create', { objects });
  return body.data.ids;
}

describe('the realtime feed', () => {
  it('is empty when nothing is new', async () => {
    await create(1);
    const place = await connect();
    const { seq } = await place.message({ type: 'connected' });
    let after = seq as string;
    const next = async () => {
      const { rows } = await server.pool.query('select gateway.feed($1, $2) as body', [
        api.tenant.id,
        JSON.stringify({ after, limit: 10 }),
      ]);
      const feed = JSON.parse(rows[0].body);
      after = feed.rows.at(-1)?.seq ?? after;
      return feed;
    };
    // Not at once: what other databases of the server do holds back the newest rows.
    const feed = await until(next, ({ rows }) => rows.length === 0);
    expect(feed).toMatchObject({ rows: [], has_more: false });
  });
});

describe('a subscription with since', () => {
  it('continues after an event, each event once, from the past into the present', async () => {
    const [first] = await create(1);
    const before = await connect();
    await before.subscribe('objects:orders');
    const second = await create(3);
    await heard(before, 3);
    const { seq } = before.events()[0];
    await before.close();

    const missed = await create(60);
    const after = await connect({ channels: 'objects:orders', since: seq });
    const subscribed = await after.message({ type: 'subscribed' });
    expect(subscribed.seq).toBe(seq);
    const present = await create(20);
    await heard(after, 82);
    expect(ids(after)).toEqual([...second.slice(1), ...missed, ...present]);
    expect(ids(after)).not.toContain(first);
  });

  it('that is too old is reported, and continues with present events', async () => {
    const early = `1-${'0'.repeat(32)}`;
    const socket = await connect();
    const subscribed = await socket.subscribe('objects:orders', { since: early });
    expect(subscribed).toMatchObject({ type: 'resync', channel: 'objects:orders' });
    expect(subscribed.reason).toMatch('removed');
    await socket.message({ type: 'subscribed' });
    const made = await create(1);
    await heard(socket, 1);
    expect(ids(socket)).toEqual(made);
  });

  it('filters past events like present ones', async () => {
    await api.post('/v1/object-types/orders/properties', { name: 'n', data_type: 'number' });
    const seq = (await api.get('/v1/changes?since=now')).body.data.next_since;
    const post = (n: number) => api.post('/v1/objects/orders', { properties: { n } });
    for (const n of [1, 5, 2, 6]) await post(n);
    await settle(server.db);
    const socket = await connect();
    const filter = [{ property: 'n', operator: 'gt', value: 4 }];
    await socket.subscribe('objects:orders', { since: seq, filter });
    await post(3);
    await post(7);
    await heard(socket, 3);
    expect(socket.events().map(({ data }) => data.properties.n)).toEqual([5, 6, 7]);
  });
});

describe('no event is lost or repeated', () => {
  it('when the connection that listens for notifications is ended during 1,000 writes', async () => {
    const sockets = await Promise.all([connect(), connect(), connect()]);
    for (const socket of sockets) await socket.subscribe('objects:orders');
    const made: string[] = [];
    const kill = () =>
      server.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'insula api bell' and datname = current_database()`,
      );
    for (let round = 0; round < 5; round++) {
      const parts = await Promise.all([0, 1, 2, 3].map(() => create(50)));
      made.push(...parts.flat());
      await kill();
    }
    for (const socket of sockets) {
      await heard(socket, 1000);
      expect(ids(socket).toSorted()).toEqual(made.toSorted());
    }
  }, 300_000);

  it('across processes, when transactions end in a different order than they began', async () => {
    const other = await server.sibling();
    const [here, there] = [await connect(), await connect({}, other)];
    for (const socket of [here, there]) await socket.subscribe('objects:orders');
    const holder = await openAtTenant(server, api.tenant.id);
    await holder.query(
      `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, object_type_id, after)
       select $1::text, app.place($1), app.new_id('evt'), 'object.created', '{}', 'object', 'obj_slow', t.id, '{"id": "obj_slow"}'
       from app.object_types t where t.tenant_id = $1`,
      [api.tenant.id],
    );
    const [one] = await create(1);
    const [two] = await create(1, createClient(other, api.token));
    expect([...here.events(), ...there.events()]).toEqual([]);
    await holder.query('commit');
    await holder.end();
    for (const socket of [here, there]) {
      await heard(socket, 3);
      expect(ids(socket)).toEqual(['obj_slow', one, two]);
    }
    closeSockets();
    await other.close();
  });
});

describe('an event that is delivered', () => {
  it('was committed, unlike those of a batch that was rolled back', async () => {
    const socket = await connect();
    await socket.subscribe('events');
    const property = { name: 'n', data_type: 'number', is_required: true };
    await api.post('/v1/object-types/orders/properties', property);
    const objects = [{ properties: { n: 1 } }, { properties: { n: 'none' } }];
    expect((await api.post('/v1/objects/orders/batch/create', { objects })).status).toBe(400);
    await api.post('/v1/objects/orders?dry_run=true', { properties: { n: 2 } });
    await api.post('/v1/objects/orders', { properties: { n: 3 } });
    const events = await until(
      async () => socket.events(),
      (all) => all.some(({ event }) => event === 'object.created'),
    );
    expect(events.map(({ event, data }) => [event, data.properties?.n])).toEqual([
      ['property.created', undefined],
      ['object.created', 3],
    ]);
  });

  it('contains only the id of an object of 200 kB', async () => {
    const socket = await connect();
    await socket.subscribe('objects:orders');
    const { status, body } = await api.post('/v1/objects/orders', {
      properties: { text: 'x'.repeat(200_000) },
    });
    expect(status).toBe(201);
    await heard(socket, 1);
    expect(socket.events()[0]).toMatchObject({ data: { id: body.data.id }, truncated: true });
  });
});
