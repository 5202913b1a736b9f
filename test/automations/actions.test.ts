import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type Listener, listen } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { signUp } from '../support/users.ts';
import { create, eventsOf, type Json, runOf, trigger } from './support.ts';

let server: TestServer;
let api: TenantClient;
let receiver: Listener;

beforeAll(async () => {
  server = await startTestServer({
    WORKER: 'on',
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
    TRUSTED_PROXIES: 'loopback',
  });
  api = await createTenant(server);
  for (const name of ['contacts', 'notes']) await api.post('/v1/object-types', { name });
  receiver = await listen({
    'POST /ok': () => ({ ticket: 17 }),
    'GET /ok': () => 'y'.repeat(20_000),
    'GET /odd': () =>
      Buffer.from(
        '{"id": 9007199254740993, "big": 1e400, "text": "a\\u0000b\\ud83dc", "ticket": 17}',
      ),
    'GET /raw': () => Buffer.from([0x61, 0x00, 0xff, 0x62]),
  });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

/** Does one action by hand. @returns its step, and the run */
async function act(type: string, config: object, data: object = {}): Promise<[Json, Json]> {
  const run = await trigger(api, await create(api, { actions: [{ type, config }] }), data);
  return [run.steps[0], run];
}

const newObject = async (type: string, properties: object = {}): Promise<string> =>
  (await api.post(`/v1/objects/${type}`, { properties })).body.data.id;

it('an event starts an automation whose conditions hold, with values of the event and of earlier steps', async () => {
  const id = await create(api, {
    trigger_event: 'object.created',
    object_type_id: 'contacts',
    conditions: [{ property: 'data.properties.vip', operator: 'eq', value: true }],
    actions: [
      {
        key: 'note',
        type: 'create_object',
        config: {
          object_type_id: 'notes',
          properties: {
            text: 'Welcome, {{trigger.data.properties.name}}!',
            score: '{{trigger.data.properties.score}}',
            city: '{{trigger.data.properties.city | default: "nowhere"}}',
          },
        },
      },
      {
        type: 'associate',
        config: {
          from_type: 'notes',
          from_id: '{{steps.note.output.id}}',
          association_type: 'about',
          to_type: 'contacts',
          to_id: '{{trigger.data.id}}',
          meta: { by: 'automation' },
        },
      },
    ],
  });
  await newObject('contacts', { name: 'Bob', vip: false });
  await newObject('notes', { name: 'Bob', vip: true });
  const contact = await newObject('contacts', { name: '{{x}}', vip: true, score: 7 });
  const run = await runOf(api, id);
  expect(run).toMatchObject({
    status: 'succeeded',
    trigger: { type: 'object.created', event_id: expect.stringMatching(/^evt_/) },
    input: { type: 'object.created', data: { id: contact } },
    steps: [
      {
        key: 'note',
        type: 'create_object',
        status: 'succeeded',
        // A value is not a template.
        output: { properties: { text: 'Welcome, {{x}}!', score: 7, city: 'nowhere' } },
        attempts: 1,
      },
      {
        key: 'step_2',
        type: 'associate',
        status: 'succeeded',
        output: { meta: { by: 'automation' } },
      },
    ],
    error: null,
    causation_depth: 0,
  });
  const links = await api.get(`/v1/objects/contacts/${contact}/associations`);
  expect(links.body.data.total).toBe(1);
  const [completed] = await eventsOf(api, 'automation.completed', 1);
  expect(completed).toMatchObject({
    actor: { type: 'automation', id },
    causation_depth: 1,
    data: { id: run.id, automation_id: id, status: 'succeeded' },
  });
  expect((await api.get(`/v1/automations/${id}`)).body.data).toMatchObject({ run_count: 1 });
  await api.patch(`/v1/automations/${id}`, { enabled: false });
});

describe('the automation action', () => {
  it('update_object merges properties, null removes one', async () => {
    const id = await newObject('notes', { a: 1, b: 2 });
    await act(
      'update_object',
      {
        object_type_id: 'notes',
        object_id: '{{trigger.data.id}}',
        properties: '{{trigger.data.values}}',
      },
      { id, values: { b: null, c: [3] } },
    );
    const { data } = (await api.get(`/v1/objects/notes/${id}`)).body;
    expect(data).toMatchObject({ properties: { a: 1, c: [3] }, version: 2 });
  });

  it('delete_object moves it to the trash', async () => {
    const id = await newObject('notes');
    const config = { object_type_id: 'notes', object_id: id };
    expect((await act('delete_object', config))[0].output).toEqual({ id, deleted: true });
    expect((await api.get(`/v1/objects/notes/${id}`)).status).toBe(404);
    expect((await act('delete_object', config))[0]).toMatchObject({
      status: 'failed',
      error: `There is no object ${id} here.`,
    });
  });

  it('emit_event records an event that others receive, one level deeper', async () => {
    const hearing = await create(api, {
      trigger_event: 'invoice-due',
      actions: [{ type: 'set_variable', config: { name: 'n', value: '{{trigger.data.n}}' } }],
    });
    await act(
      'emit_event',
      { event_type: 'invoice-due', data: { n: '{{trigger.data.n}}' } },
      { n: 3 },
    );
    expect(await runOf(api, hearing)).toMatchObject({
      trigger: { type: 'custom.invoice-due' },
      causation_depth: 1,
      steps: [{ output: { name: 'n', value: 3 } }],
    });
  });

  it('notify notifies users, send_email mails any address', async () => {
    const { client, user } = await signUp(api);
    await act('notify', { user_ids: user.id, title: 'Hi {{trigger.data.name}}' }, { name: 'Ada' });
    const { results } = (await client.get('/v1/auth/notifications')).body.data;
    expect(results).toMatchObject([{ title: 'Hi Ada', type: 'automation' }]);

    const [{ output }] = await act(
      'send_email',
      {
        to: ['ada@example.com', 'bob@example.com', 'Ada@example.com'],
        subject: 'To\r\nBcc: eve@example.com {{trigger.data.name}}',
        text: 'Dear {{trigger.data.name}}',
        html: '<b>{{trigger.data.name}}</b>',
      },
      { name: 'Ada {x}' },
    );
    expect(output.email_ids).toHaveLength(2);
    const stored = await until(
      async () => (await api.get(`/v1/email/${output.email_ids[1]}`)).body.data,
      ({ status }) => status === 'stored',
    );
    expect(stored).toMatchObject({
      to: 'bob@example.com',
      subject: 'To Bcc: eve@example.com Ada {x}',
      text: 'Dear Ada {x}',
      html: '<b>Ada {x}</b>',
    });
    const refused = await act('send_email', { to: 'x@y.z\r\nBcc: e@f.g', subject: 'S', text: 'T' });
    expect(refused[0].error).toContain('is not an email address');
  });

  it('webhook calls a URL and returns its response', async () => {
    const [{ output }, run] = await act(
      'webhook',
      {
        url: `${receiver.url}/{{trigger.data.path}}`,
        headers: { 'X-Own': '{{trigger.data.path}}' },
        body: { all: '{{trigger.data}}' },
      },
      { path: 'ok' },
    );
    expect(output).toEqual({ status: 200, body: { ticket: 17 } });
    expect(run.duration_ms).toBeGreaterThanOrEqual(0);
    expect(receiver.requests.at(-1)).toMatchObject({
      headers: { 'x-own': 'ok', 'content-type': 'application/json', 'x-insula-depth': '1' },
      body: '{"all":{"path":"ok"}}',
    });
    const long = await act('webhook', { url: `${receiver.url}/ok`, method: 'GET' });
    expect(long[0].output.body).toHaveLength(16_384);
    const missing = await act('webhook', { url: `${receiver.url}/none` });
    expect(missing[0]).toMatchObject({ status: 'failed', error: 'It answered 404: {}' });
    const inside = await act(
      'webhook',
      { url: '{{trigger.data.url}}' },
      { url: 'http://169.254.169.254/' },
    );
    expect(inside[0].error).toContain('is not a public address');
    const crlf = await act(
      'webhook',
      { url: `${receiver.url}/ok`, headers: { a: '{{trigger.data.h}}' } },
      { h: 'x\r\ny: z' },
    );
    expect(crlf[0].status).toBe('failed');
  });

  it('webhook goes on with what can be kept of a response', async () => {
    const config = { url: `${receiver.url}/odd`, method: 'GET' };
    const note = {
      object_type_id: 'notes',
      properties: {
        ticket: '{{steps.call.output.body.ticket}}',
        id: '{{steps.call.output.body.id}}',
      },
    };
    const actions = [
      { key: 'call', type: 'webhook', config },
      { type: 'create_object', config: note },
    ];
    const run = await trigger(api, await create(api, { actions }));
    expect(run).toMatchObject({
      status: 'succeeded',
      steps: [
        {
          output: {
            body: { id: '9007199254740993', big: '1e400', text: 'abc', ticket: 17 },
          },
        },
        { output: { properties: { ticket: 17, id: '9007199254740993' } } },
      ],
    });
    const raw = await act('webhook', { url: `${receiver.url}/raw`, method: 'GET' });
    expect(raw[0]).toMatchObject({ status: 'succeeded', output: { body: 'a\ufffdb' } });
  });

  it('function runs code with the rights common to all of its authors', async () => {
    const code =
      'export default async (input, ctx) => ({ n: input.n + 1, depth: ctx.trigger.type, key: await ctx.api("POST", "/v1/keys", { scopes: ["*"] }).then(() => "made", (e) => e.code) })';
    const { body } = await api.post('/v1/functions', { name: 'add', code });
    const config = { function_id: body.data.id, input: { n: '{{trigger.data.n}}' } };
    const [{ output }] = await act('function', config, { n: 1 });
    expect(output).toEqual({ n: 2, depth: 'automation', key: 'made' });
    const bad = await api.patch(`/v1/functions/${body.data.id}`, {
      code: 'export default () => { throw new Error("no luck") }',
    });
    expect(bad.status).toBe(200);
    expect((await act('function', config, { n: 1 }))[0].error).toContain('no luck');
  });

  it('fails with the name of a value that is missing or has the wrong type', async () => {
    const config = { object_type_id: 'notes', properties: { a: '{{trigger.data.none}}' } };
    const [step, run] = await act('create_object', config);
    expect(step.error).toContain('There is no trigger.data.none.');
    expect(run).toMatchObject({ status: 'failed', error: `step_1: ${step.error}` });
    const [other] = await act('create_object', { object_type_id: '{{trigger.data}}' });
    expect(other.error).toContain('config.object_type_id: must be text');
  });

  it('reaches nothing of another tenant', async () => {
    const other = await createTenant(server);
    const type = (await other.post('/v1/object-types', { name: 'secrets' })).body.data;
    const { id } = (await other.post('/v1/objects/secrets', { properties: { s: 1 } })).body.data;
    const config = { object_type_id: '{{trigger.data.type}}', object_id: id, properties: {} };
    const [step] = await act('update_object', config, { type: type.id });
    expect(step.error).toBe(`There is no object type ${type.id} here.`);
    const { status } = await api.post('/v1/automations', {
      name: 'x',
      trigger_event: 'manual',
      actions: [{ type: 'create_object', config: { object_type_id: type.id } }],
    });
    expect(status).toBe(404);
  });
});
