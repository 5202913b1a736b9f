import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create as createAutomation } from '../automations/support.ts';
import { upload } from '../files/support.ts';
import { define } from '../functions/support.ts';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { createUser } from '../support/users.ts';
import { createWebhook, deliveriesOf, opened } from '../webhooks/support.ts';
import { createObject, createPolicy, defineNotes } from './support.ts';

let server: TestServer;
let receiver: Receiver;
let api: TenantClient;
/** Of scope `write`, bound by policies. */
let writer: Client & { keyId: string };

const notes = '/v1/objects/notes';

beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', ...opened });
  receiver = await startReceiver();
});
beforeEach(async () => {
  api = await createTenant(server);
  await defineNotes(api, 'private');
  await createPolicy(api, { action: 'all', condition_json: { owner: 'all' } });
  writer = await api.withKey(['read', 'write', 'files']);
  receiver.received.length = 0;
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const seen = (title: string) => createObject(api, { owner: 'all', title });
const hidden = (title: string) => createObject(api, { owner: 'boss', title });

/** A user with a role of these permissions, signed in. */
async function userWith(permissions: string[]) {
  const user = await createUser(api);
  const name = `role-${Math.random().toString(36).slice(2)}`;
  const role = (await api.post('/v1/roles', { name, permissions })).body.data;
  await api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.id });
  return user;
}

let marks = 0;

/** The requests to a path of the receiver, once everything up to now was delivered: titles, or names of other events. */
async function heard(path: string): Promise<string[]> {
  const name = `mark${++marks}`;
  await api.post('/v1/events', { event_type: name });
  await until(
    () => deliveriesOf(api, `&event_type=custom.${name}`),
    (all) => all.length > 0 && all.every(({ status }: { status: string }) => status === 'success'),
  );
  await until(
    () => deliveriesOf(api, '&status=pending'),
    ({ length }) => length === 0,
  );
  return receiver.received
    .filter((one) => one.path === path && !one.event.type.startsWith('custom.mark'))
    .toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1))
    .map(({ event }) => event.data.properties?.title ?? event.type);
}

const at = (path: string) => ({ url: receiver.url + path });
const events = ['object.*', 'association.*', 'custom.*'];

describe('a webhook under policies', () => {
  it('of a key sends what policies show the key, and all events when none apply to its author', async () => {
    const unbound = await api.withKey(['write'], { bound_by_policies: false });
    await createWebhook(writer, at('/writer'), { events });
    await createWebhook(unbound, at('/unbound'), { events });
    await createWebhook(api, at('/all'), { events });
    await hidden('secret');
    await seen('known');
    expect(await heard('/writer')).toEqual(['known']);
    expect(await heard('/unbound')).toEqual(['secret', 'known']);
    expect(await heard('/all')).toEqual(['secret', 'known']);
  });

  it('reveals neither what an object was before it was visible, nor anything by its conditions', async () => {
    const filters = [{ property: 'previous.properties.title', operator: 'eq', value: 'secret' }];
    await createWebhook(writer, at('/guess'), {
      events: ['object.updated', 'custom.*'],
      filters: [
        { or: [...filters, { property: 'type', operator: 'starts_with', value: 'custom.' }] },
      ],
    });
    await createWebhook(writer, at('/writer'), { events });
    const id = await hidden('secret');
    await api.patch(`${notes}/${id}`, { properties: { owner: 'all', title: 'published' } });
    await api.patch(`${notes}/${id}`, { properties: { owner: 'boss', title: 'withdrawn' } });
    expect(await heard('/writer')).toEqual(['published']);
    expect(await heard('/guess')).toEqual([]);
    const [published] = receiver.received.filter(({ event }) => event.type === 'object.updated');
    expect(published?.event).toMatchObject({ previous: null, changed: null });
    expect(JSON.stringify(receiver.received)).not.toMatch(/secret|withdrawn/);
  });

  it('sends nothing about associations and files of hidden objects', async () => {
    await createWebhook(writer, at('/writer'), {
      events: ['association.*', 'file.uploaded', 'custom.*'],
    });
    const [from, to, other] = [await seen('a'), await hidden('b'), await seen('c')];
    await api.put(`${notes}/${from}/associations/knows/notes/${to}`, { meta: { w: 'secret' } });
    await api.put(`${notes}/${from}/associations/knows/notes/${other}`, {});
    await upload(api, 'x', 'secret.txt', { object_type_id: 'notes', object_id: to });
    await upload(api, 'x', 'known.txt', { object_type_id: 'notes', object_id: other });
    expect(await heard('/writer')).toEqual(['association.created', 'file.uploaded']);
    expect(JSON.stringify(receiver.received)).not.toContain('secret');
  });

  it('recovers only what it would have been sent', async () => {
    const { id } = await createWebhook(writer, at('/writer'), { events });
    await api.patch(`/v1/webhooks/${id}`, { status: 'paused' });
    await hidden('secret');
    await seen('known');
    await until(
      async () =>
        (
          await server.db.query('select from app.journal where tenant_id = $1 and pending', [
            api.tenant.id,
          ])
        ).rowCount,
      (pending) => pending === 0,
    );
    await api.patch(`/v1/webhooks/${id}`, { status: 'active' });
    const { body } = await api.post(`/v1/webhooks/${id}/recover`, {
      since: '2020-01-01T00:00:00Z',
    });
    expect(body.data).toEqual({ queued: 1 });
    expect(await heard('/writer')).toEqual(['known']);
  });

  it('uses its author’s rights at that moment', async () => {
    await createWebhook(writer, at('/writer'), { events });
    await hidden('first');
    expect(await heard('/writer')).toEqual([]);
    await api.patch(`/v1/keys/${writer.keyId}`, { bound_by_policies: false });
    await hidden('second');
    expect(await heard('/writer')).toEqual(['second']);
    await api.patch(`/v1/keys/${writer.keyId}`, { bound_by_policies: true });
    await hidden('third');
    // Of a key that was rotated the successor counts, and of one that was revoked what it was.
    const rotated = await api.post(`/v1/keys/${writer.keyId}/rotate`, {});
    await hidden('fourth');
    await seen('fifth');
    await api.delete(`/v1/keys/${rotated.body.data.new_key.id}`);
    await hidden('sixth');
    await seen('seventh');
    expect(await heard('/writer')).toEqual(['second', 'fifth', 'seventh']);
  });

  it('is limited by everyone who set its address or events, as last sent', async () => {
    const { id } = await createWebhook(writer, at('/writer'), { events });
    const change = (client: Client, body: object) => client.patch(`/v1/webhooks/${id}`, body);
    // A user who changes something else, or one half of it, does not open it to the owner of the other.
    for (const body of [
      { description: 'x' },
      { status: 'paused' },
      { status: 'active' },
      { events: [...events, 'user.*'] },
    ])
      expect((await change(api, body)).status).toBe(200);
    await hidden('secret');
    expect(await heard('/writer')).toEqual([]);
    expect((await change(api, at('/ours'))).status).toBe(200);
    await hidden('ours');
    expect(await heard('/ours')).toEqual(['ours']);
    expect((await change(writer, at('/theirs'))).status).toBe(200);
    await hidden('theirs');
    expect(await heard('/theirs')).toEqual([]);
  });

  it('of a user excluded from private types is sent nothing of them, that of an admin everything', async () => {
    await api.post('/v1/object-types', { name: 'diaries' });
    const user = await userWith(['objects:read', 'webhooks:manage']);
    const admin = await createUser(api, { role: 'admin' });
    await createWebhook(user.client, at('/user'), { events });
    await createWebhook(admin.client, at('/admin'), { events });
    await createWebhook(writer, at('/writer'), { events });
    const write = async (title: string) => {
      await createObject(api, { title }, 'diaries');
      await createObject(api, { title: `${title} team` }, 'teams');
    };
    await write('one');
    expect(await heard('/user')).toEqual(['one team']);
    expect(await heard('/admin')).toEqual(['one', 'one team']);
    expect(await heard('/writer')).toEqual(['one', 'one team']);
    // They are gone: it goes on, with no more than before.
    for (const { user: gone } of [user, admin]) {
      const path = `/v1/users/${gone.id}`;
      const { status, body } = await api.delete(path);
      if (status === 409)
        await api.delete(`${path}?force=true&confirm_token=${body.error.confirm_token}`);
      expect((await api.get(path)).status).toBe(404);
    }
    await write('two');
    expect(await heard('/user')).toEqual(['one team', 'two team']);
    expect(await heard('/admin')).toEqual(['one', 'one team', 'two', 'two team']);
  });
});

/** Waits until a mark that every listener hears has been heard. */
async function marked(isHeard: (name: string) => Promise<boolean>): Promise<void> {
  const name = `mark${++marks}`;
  await api.post('/v1/events', { event_type: name });
  await until(
    () => isHeard(name),
    (is) => is,
  );
}

describe.each(['system', 'trigger_user'])('an automation that runs as %s', (run_as) => {
  const wants = {
    trigger_event: '*',
    run_as,
    actions: [{ key: 'v', type: 'set_variable', config: { name: 'x', value: 1 } }],
  };
  const titlesOf = async (id: string) => {
    const runs = async () => (await api.get(`/v1/automations/${id}/runs?limit=100`)).body.data.runs;
    await marked(async (name) =>
      (await runs()).some(
        (run: { trigger: { type: string } }) => run.trigger.type === `custom.${name}`,
      ),
    );
    const ids = (await runs())
      .filter((run: { trigger: { type: string } }) => run.trigger.type === 'object.created')
      .map((run: { id: string }) => run.id);
    const details = [];
    for (const run of ids.toReversed())
      details.push((await api.get(`/v1/automations/${id}/runs/${run}`)).body.data);
    return details.map(({ input }) => input?.data?.properties?.title ?? input);
  };

  it('is started by what its authors may see, and given no more', async () => {
    const bound = await createAutomation(writer, wants);
    const all = await createAutomation(api, wants);
    await hidden('secret');
    await seen('known');
    expect(await titlesOf(bound)).toHaveLength(1);
    expect(await titlesOf(all)).toHaveLength(2);
    // Another half from a user who sees everything does not open it.
    await api.patch(`/v1/automations/${bound}`, { trigger_event: '*' });
    await hidden('secret too');
    expect(await titlesOf(bound)).toHaveLength(1);
    await api.patch(`/v1/automations/${bound}`, { actions: wants.actions });
    await hidden('ours now');
    expect(await titlesOf(bound)).toHaveLength(2);
  });
});

it('an automation of mode sync acts on what its authors may see', async () => {
  const reject = {
    mode: 'sync',
    trigger_event: 'object.created',
    object_type_id: 'notes',
    actions: [
      { key: 'no', type: 'reject', config: { message: '{{trigger.data.properties.title}}' } },
    ],
  };
  await createAutomation(writer, reject);
  await hidden('secret');
  const known = await api.post(notes, { properties: { owner: 'all', title: 'known' } });
  expect([known.status, known.body.error?.message]).toEqual([409, 'known']);
});

it('a function triggered by events receives what its authors may see', async () => {
  const fields = { trigger_type: 'event', trigger_event: '*' };
  const bound = await define(writer, 'export default () => 1', fields);
  const all = await define(api, 'export default () => 1', fields);
  await hidden('secret');
  await seen('known');
  const count = async (path: string) => {
    const rows = async () =>
      (
        await server.db.query(
          `select trigger->>'event_type' as type from app.function_runs
           where tenant_id = $1 and function_id = $2`,
          [api.tenant.id, path.split('/').at(-1)],
        )
      ).rows.map(({ type }) => type);
    await marked(async (name) => (await rows()).includes(`custom.${name}`));
    return (await rows()).filter((type) => type === 'object.created').length;
  };
  expect(await count(bound)).toBe(1);
  expect(await count(all)).toBe(2);
  // A user who puts another's code on an event hears no more than before.
  const code = await define(api, 'export default () => 1');
  expect((await writer.patch(code, fields)).status).toBe(200);
  await hidden('secret too');
  expect(await count(code)).toBe(0);
});

describe('the log of deliveries and runs', () => {
  it('shows a limited caller no more than policies do, except for their own', async () => {
    const reader = await api.withKey(['read']);
    await createWebhook(api, at('/all'), { events });
    const code = 'export default (event) => { console.log(event); return event; }';
    const fields = { trigger_type: 'event', trigger_event: 'object.created' };
    const ours = await define(api, code, fields);
    const theirs = await define(writer, code, fields);
    const wants = {
      trigger_event: 'object.created',
      actions: [
        { key: 'v', type: 'set_variable', config: { name: 'x', value: '{{trigger.data}}' } },
      ],
    };
    const automation = await createAutomation(api, wants);
    await hidden('secret');
    await seen('known');
    expect(await heard('/all')).toEqual(['secret', 'known']);
    const logsOf = async (client: Client, path: string) =>
      (await client.get(`${path}/logs?limit=100`)).body.data.logs;
    const runs = async (client: Client) =>
      (await client.get(`/v1/automations/${automation}/runs?limit=100`)).body.data.runs;
    for (const [list, count] of [
      [() => logsOf(api, ours), 2],
      [() => logsOf(api, theirs), 1],
      [() => runs(api), 2],
    ] as const)
      await until<{ status: string }[]>(
        list,
        (all) => all.filter(({ status }) => status === 'succeeded').length === count,
      );
    const told = async (client: Client) =>
      JSON.stringify([
        await deliveriesOf(client),
        await logsOf(client, ours),
        await logsOf(client, theirs),
        await runs(client),
        await Promise.all(
          (await runs(client)).map(
            async ({ id }: { id: string }) =>
              (await client.get(`/v1/automations/${automation}/runs/${id}`)).body.data,
          ),
        ),
      ]);
    expect(await told(api)).toContain('secret');
    for (const client of [reader, writer]) expect(await told(client)).not.toContain('secret');
    // It sees everything that it may see: deliveries of its rows, the runs of its own function.
    expect(JSON.stringify(await deliveriesOf(reader))).toContain('known');
    expect(JSON.stringify(await logsOf(writer, theirs))).toContain('known');
    const unbound = await api.withKey(['read'], { bound_by_policies: false });
    expect(await told(unbound)).toBe(await told(api));
  });
});
