import { type Client, createClient } from 'graphql-ws';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createPolicy } from '../policies/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const server = useServer();
let api: TenantClient;
const opened: Client[] = [];

async function notes(): Promise<TenantClient> {
  const made = await createTenant(server);
  for (const name of ['notes', 'teams'])
    await made.post('/v1/object-types', { name, user_access: 'open' });
  for (const [name, data_type] of [
    ['title', 'string'],
    ['size', 'integer'],
    ['owner', 'string'],
  ])
    await made.post('/v1/object-types/notes/properties', { name, data_type });
  await made.post('/v1/association-types', { name: 'of', from_type: 'notes', to_type: 'teams' });
  return made;
}

beforeAll(async () => {
  api = await notes();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.dispose()));
  await until(
    () => channels(api),
    (count) => count === 0,
  );
});

const url = () => `${server.url.replace('http', 'ws')}/v1/graphql`;

function connect(
  token: string | undefined,
  on: { closed?: (event: unknown) => void } = {},
): Client {
  const client = createClient({
    url: url(),
    webSocketImpl: WebSocket,
    connectionParams: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    retryAttempts: 0,
    on,
  });
  opened.push(client);
  return client;
}

interface Heard {
  data: Record<string, never>[];
  errors: unknown[];
  isComplete: boolean;
  stop(): void;
}

/** Subscribes, and waits until the server hears for it. */
async function hear(client: Client, query: string, by = api, variables = {}): Promise<Heard> {
  const before = await channels(by);
  const heard: Heard = { data: [], errors: [], isComplete: false, stop: () => {} };
  heard.stop = client.subscribe(
    { query, variables },
    {
      next: ({ data, errors }) => {
        if (errors) heard.errors.push(...errors);
        if (data) heard.data.push(data as never);
      },
      error: (error) => heard.errors.push(...[error].flat()),
      complete: () => {
        heard.isComplete = true;
      },
    },
  );
  await until(
    async () => heard.errors.length > 0 || (await channels(by)) > before,
    (isThere) => isThere,
  );
  return heard;
}

/** How many subscriptions of a tenant there are. */
async function channels(by: TenantClient): Promise<number> {
  const { body } = await by.get('/v1/realtime/stats');
  return Object.values(body.data.channels as Record<string, number>).reduce((a, b) => a + b, 0);
}

const heardOf = (heard: Heard, count: number) =>
  until(
    async () => heard.data,
    (data) => data.length >= count,
  );
const all = 'subscription { noteChanged { event id changed object { title size version } } }';

describe('subscriptions in GraphQL', () => {
  it('show each change of an object, as it was left', async () => {
    const heard = await hear(connect(api.token), all);
    const { id } = (await api.post('/v1/objects/notes', { properties: { title: 'a', size: 1 } }))
      .body.data;
    await api.patch(`/v1/objects/notes/${id}`, { properties: { size: 2 } });
    await api.delete(`/v1/objects/notes/${id}`);
    expect(await heardOf(heard, 3)).toMatchObject([
      { noteChanged: { event: 'object.created', id, object: { title: 'a', size: 1, version: 1 } } },
      { noteChanged: { event: 'object.updated', id, object: { size: 2, version: 2 } } },
      { noteChanged: { event: 'object.deleted', id } },
    ]);
    expect(heard.errors).toEqual([]);
  });

  it('are of one object, or of those that a filter chooses, and answer associations', async () => {
    const client = connect(api.token);
    const made = async (properties: object) =>
      (await api.post('/v1/objects/notes', { properties })).body.data.id as string;
    const [one, other] = [await made({ title: 'one' }), await made({ title: 'other' })];
    const team = (await api.post('/v1/objects/teams', { properties: { name: 't' } })).body.data.id;
    await api.put(`/v1/objects/notes/${one}/associations/of/teams/${team}`, {});
    const single = await hear(
      client,
      'subscription ($id: ID) { noteChanged(id: $id) { object { title of { nodes { id } } } } }',
      api,
      { id: one },
    );
    const large = await hear(
      client,
      'subscription { noteChanged(filter: {size: {gt: 10}}) { object { size } } }',
    );
    await api.patch(`/v1/objects/notes/${other}`, { properties: { size: 11 } });
    await api.patch(`/v1/objects/notes/${one}`, { properties: { size: 5 } });
    await api.patch(`/v1/objects/notes/${one}`, { properties: { size: 50 } });
    expect(await heardOf(single, 2)).toEqual(
      [1, 2].map(() => ({
        noteChanged: { object: { title: 'one', of: { nodes: [{ id: team }] } } },
      })),
    );
    expect(await heardOf(large, 2)).toEqual([
      { noteChanged: { object: { size: 11 } } },
      { noteChanged: { object: { size: 50 } } },
    ]);
  });

  it('go on with what came after a place', async () => {
    const first = await hear(connect(api.token), 'subscription { noteChanged { seq } }');
    await api.post('/v1/objects/notes', { properties: { title: 'first' } });
    const [event] = (await heardOf(first, 1)) as { noteChanged?: { seq: string } }[];
    const noteChanged = event?.noteChanged as { seq: string };
    first.stop();
    await api.post('/v1/objects/notes', { properties: { title: 'missed' } });
    const later = await hear(
      connect(api.token),
      'subscription ($since: String) { noteChanged(since: $since) { object { title } } }',
      api,
      { since: noteChanged.seq },
    );
    expect(await heardOf(later, 1)).toEqual([{ noteChanged: { object: { title: 'missed' } } }]);
  });

  it('end when the client completes them', async () => {
    const before = await channels(api);
    const heard = await hear(connect(api.token), all);
    heard.stop();
    await until(
      () => channels(api),
      (count) => count === before,
    );
  });

  it.each([
    ['a query', '{ notes { nodes { id } } }', 'A WebSocket is for subscriptions'],
    ['an unknown field', 'subscription { noteChanged { nothing } }', 'Cannot query field'],
    [
      'two fields',
      `subscription { a: noteChanged { id } b: noteChanged { id } }`,
      'must select only one',
    ],
    [
      'a filter of nothing',
      'subscription { noteChanged(filter: {nothing: {gt: 1}}) { id } }',
      'nothing',
    ],
    ['what cannot be read', 'subscription {', 'Syntax Error'],
  ])('refuse %s', async (_, query, message) => {
    const heard = await hear(connect(api.token), query);
    expect(JSON.stringify(heard.errors)).toContain(message);
  });
});

describe('delivery of events by rights', () => {
  const closed = (token: string | undefined): Promise<number> =>
    new Promise((resolve) => {
      const client = connect(token, { closed: (event) => resolve((event as CloseEvent).code) });
      client.subscribe({ query: all }, { next: () => {}, error: () => {}, complete: () => {} });
    });

  it('needs a valid token', async () => {
    expect(await closed(undefined)).toBe(4401);
    expect(await closed(`${api.token.slice(0, -2)}xx`)).toBe(4401);
    expect(await closed('nonsense')).toBe(4401);
  });

  it('speaks no other protocol', async () => {
    const ws = new WebSocket(url(), 'graphql-ws');
    const code = await new Promise((resolve) => {
      ws.on('close', resolve);
      ws.on('error', () => resolve('refused'));
    });
    expect(['refused', 4406]).toContain(code);
    const plain = await fetch(`${server.url}/v1/graphql`);
    expect(plain.status).toBe(405);
  });

  it('is nothing of another tenant', async () => {
    const other = await notes();
    const heard = await hear(connect(other.token), all, other);
    await api.post('/v1/objects/notes', { properties: { title: 'canary' } });
    await other.post('/v1/objects/notes', { properties: { title: 'own' } });
    expect(await heardOf(heard, 1)).toMatchObject([{ noteChanged: { object: { title: 'own' } } }]);
    const { id } = (await api.post('/v1/objects/notes', { properties: { title: 'canary' } })).body
      .data;
    const guessed = await hear(
      connect(other.token),
      'subscription ($id: ID) { noteChanged(id: $id) { id } }',
      other,
      { id },
    );
    await api.patch(`/v1/objects/notes/${id}`, { properties: { size: 1 } });
    await other.post('/v1/objects/notes', { properties: { title: 'last' } });
    await heardOf(heard, 2);
    expect([guessed.data, JSON.stringify(heard.data).includes('canary')]).toEqual([[], false]);
  });

  it('follows what policies let a user see, and reports an object that leaves the view', async () => {
    const tenant = await notes();
    await createPolicy(tenant, {
      action: 'select',
      effect: 'allow',
      condition_json: [{ property: 'owner', operator: 'eq', value: '$auth.user_id' }],
    });
    const { user, client } = await signUp(tenant, {});
    const heard = await hear(
      connect(client.token),
      'subscription { noteChanged { event object { title } previous } }',
      tenant,
    );
    await tenant.post('/v1/objects/notes', { properties: { title: 'hidden', owner: 'else' } });
    const { id } = (
      await tenant.post('/v1/objects/notes', { properties: { title: 'own', owner: user.id } })
    ).body.data;
    await tenant.patch(`/v1/objects/notes/${id}`, {
      properties: { owner: 'else', title: 'secret' },
    });
    expect(await heardOf(heard, 2)).toEqual([
      { noteChanged: { event: 'object.created', object: { title: 'own' }, previous: null } },
      { noteChanged: { event: 'object.removed_from_view', object: null, previous: null } },
    ]);
  });

  it('ends with the key', async () => {
    const reader = await api.withKey(['read']);
    const code = new Promise((resolve) => {
      const client = connect(reader.token, {
        closed: (event) => resolve((event as CloseEvent).code),
      });
      void hear(client, all);
    });
    await until(
      async () => (await api.get('/v1/realtime/stats')).body.data.total_connections,
      (count) => count > 0,
    );
    await api.delete(`/v1/keys/${reader.keyId}`);
    expect(await code).toBe(4401);
  });
});
