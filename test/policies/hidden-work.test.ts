import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create, runOf } from '../automations/support.ts';
import { define } from '../functions/support.ts';
import { good } from '../support/answers.ts';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { createWebhook, deliveriesOf, opened } from '../webhooks/support.ts';
import { publish, runAt, set } from '../workflows/support.ts';
import { listen, stopListening } from './listening.ts';
import { createObject, createPolicy, defineNotes, userWith } from './support.ts';

/** Data that policies hide stays hidden in runs, deliveries, logs and dead letters that were made from it. */

const secret = 'canary-of-a-hidden-object';
const states = [
  { name: 'review', type: 'approval', assignee_role: 'user' },
  { name: 'done', type: 'end' },
];
let server: TestServer;
let receiver: Receiver;
let api: TenantClient;
let callers: [string, Client][];

beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', ...opened });
  receiver = await startReceiver();
});
beforeEach(async () => {
  api = await createTenant(server);
  await defineNotes(api);
  await createPolicy(api, { action: 'select', condition_json: { owner: 'all' } });
  const keeper = await userWith(api, [
    ...['workflows:manage', 'automations:manage', 'functions:manage', 'webhooks:manage'],
    ...['dlq:manage', 'audit_logs:manage', 'email:manage'],
  ]);
  callers = [
    ['key', await api.withKey(['read', 'write'])],
    ['user', keeper.client],
  ];
});
afterAll(async () => {
  stopListening();
  await server.close();
  await receiver.close();
});

const hide = () => createObject(api, { owner: 'them', title: secret });

/** The answer to each caller, and whether the secret is in there. */
async function leaks(paths: string[], statuses: number[] = [200]): Promise<string[]> {
  const leaking: string[] = [];
  for (const path of paths) {
    for (const [who, client] of callers) {
      const { status, body } = await client.get(path);
      // Dead letters and the audit log are for users with a permission, and keys of the scope *.
      if (who === 'key' && status === 403) continue;
      expect([path, who, statuses.includes(status)]).toEqual([path, who, true]);
      if (JSON.stringify(body).includes(secret)) leaking.push(`${who} ${path}`);
    }
  }
  return leaking;
}

describe('a run of a workflow', () => {
  const begun = (id: string) =>
    until(
      async () => (await good(api.get(`/v1/workflows/${id}/runs`))).runs,
      ([run]) => run?.status === 'waiting',
    );

  it('about no object holds nothing of the event that began it', async () => {
    const object_id = await hide();
    const id = await publish(api, {
      initial_state: 'review',
      states: [{ ...states[0], on_enter: [set('said', '{{trigger.data.meta.said}}')] }, states[1]],
      transitions: [{ name: 'approve', from: 'review', to: 'done' }],
      trigger: { event: 'association.created' },
    });
    const other = await createObject(api, { owner: 'all' });
    await api.put(`/v1/objects/notes/${other}/associations/knows/notes/${object_id}`, {
      meta: { said: secret },
    });
    const [run] = await begun(id);
    const path = `/v1/workflow-runs/${run.id}`;
    expect(JSON.stringify(await good(api.get(path)))).toContain(secret);
    expect(
      await leaks([path, `/v1/workflows/${id}/runs`, '/v1/workflow-runs'], [200, 404]),
    ).toEqual([]);
  });

  it('holds nothing of what its object was before it was seen', async () => {
    const object_id = await hide();
    const id = await publish(api, {
      initial_state: 'review',
      states,
      transitions: [{ name: 'approve', from: 'review', to: 'done' }],
      trigger: { event: 'object.updated' },
    });
    await api.patch(`/v1/objects/notes/${object_id}`, {
      properties: { owner: 'all', title: 'open' },
    });
    const [run] = await begun(id);
    const path = `/v1/workflow-runs/${run.id}`;
    expect(JSON.stringify(await good(api.get(path)))).toContain(secret);
    expect(await leaks([path])).toEqual([]);
    expect((await good(callers[1]?.[1].get(path) as never)).context.input).toEqual({});
  });

  it('is in no event for those who do not see its object', async () => {
    const object_id = await hide();
    const id = await publish(api, {
      initial_state: 'review',
      object_type_id: 'notes',
      states,
      transitions: [{ name: 'approve', from: 'review', to: 'done' }],
    });
    const started = await api.post(`/v1/workflows/${id}/runs`, {
      object_type_id: 'notes',
      object_id,
    });
    await runAt(api, started.body.data.id, ({ status }) => status === 'waiting');
    const events = async (client: Client) =>
      (await good(client.get('/v1/changes?types=workflow.*&limit=100'))).results.filter(
        ({ data }: { data: { object_id?: string } }) => data.object_id === object_id,
      ).length;
    await until(
      () => events(api),
      (count) => count > 0,
    );
    for (const [, client] of callers) expect(await events(client)).toBe(0);
  });
});

describe('failed work', () => {
  it('is told with its error and payload to those alone whom policies hide nothing from', async () => {
    const code = 'export default (input) => { throw new Error(JSON.stringify(input)) }';
    const path = await define(api, code, {
      trigger_type: 'event',
      trigger_event: 'object.created',
    });
    const function_id = path.split('/').at(-1) as string;
    const automation = await create(api, {
      trigger_event: 'object.created',
      actions: [
        {
          type: 'function',
          config: { function_id, input: { title: '{{trigger.data.properties.title}}' } },
        },
      ],
    });
    const heard = await Promise.all(callers.map(([, client]) => listen(server, client)));
    await hide();
    const run = await runOf(api, automation);
    expect(JSON.stringify(run)).toContain(secret);
    const { messages } = await until(
      () => good(api.get('/v1/dlq')),
      ({ messages }) => messages.length > 0,
    );
    expect(JSON.stringify(messages)).toContain(secret);
    const feed = '/v1/changes?types=automation.*,function.*,job.*&limit=100';
    await until(
      async () => JSON.stringify(await good(api.get(feed))),
      (events) => events.includes('automation.failed') && events.includes(secret),
    );
    expect(
      await leaks([
        ...[feed, '/v1/dlq', `/v1/dlq/${messages[0].id}`, '/v1/audit-logs?limit=100'],
        ...[`${path}/logs`, `${path}/logs/${messages[0].record_id}`],
        ...[`/v1/automations/${automation}/runs`, `/v1/automations/${automation}/runs/${run.id}`],
      ]),
    ).toEqual([]);
    for (const stream of heard) {
      const text = await until(
        async () => stream(),
        (all) => all.includes('automation.failed') && all.includes('function.failed'),
      );
      expect(text).not.toContain(secret);
    }
    const [mine] = (await good(callers[1]?.[1].get('/v1/dlq') as never)).messages;
    expect(mine).toMatchObject({ id: messages[0].id, payload: null, error: null, status: 'dead' });
  });
});

describe('a delivery', () => {
  it('shows of a hidden object, a comment on it, or a run that failed over it, nothing', async () => {
    await createWebhook(api, receiver, { events: ['object.created', 'comment.*', 'automation.*'] });
    const path = await define(api, 'export default ({ title }) => { throw new Error(title) }');
    const config = {
      function_id: path.split('/').at(-1) as string,
      input: { title: '{{trigger.data.properties.title}}' },
    };
    await create(api, {
      trigger_event: 'object.created',
      actions: [{ type: 'function', config }],
    });
    const object_id = await hide();
    await good(api.post('/v1/comments', { object_type_id: 'notes', object_id, body: secret }));
    const all = await until(
      () => deliveriesOf(api),
      (list) =>
        ['object.created', 'comment.created', 'automation.failed'].every((type) =>
          list.some(
            (one: { event_type: string; status: string }) =>
              one.event_type === type && one.status === 'success',
          ),
        ),
    );
    const told = all.filter((one: object) => JSON.stringify(one).includes(secret));
    expect(told.length).toBeGreaterThan(2);
    const paths = told.map(({ id }: { id: string }) => `/v1/webhook-deliveries/${id}`);
    expect(await leaks(['/v1/webhook-deliveries?limit=100', ...paths])).toEqual([]);
  });
});

describe('a mail', () => {
  it('that an automation has made of a hidden object is listed without its words', async () => {
    const words = '{{trigger.data.properties.title}}';
    await create(api, {
      trigger_event: 'object.created',
      actions: [
        { type: 'send_email', config: { to: 'a@example.com', subject: words, text: words } },
      ],
    });
    await hide();
    await api.post('/v1/email/send', { to: 'a@example.com', subject: 'By hand', text: 'Hello' });
    const subjects = async (client: Client) =>
      (await good(client.get('/v1/email'))).results
        .map(({ subject }: { subject: string | null }) => subject)
        .toSorted();
    await until(
      () => subjects(api),
      (all) => all.includes(secret) && all.includes('By hand'),
    );
    expect(await subjects(callers[1]?.[1] as Client)).toEqual(['By hand', null]);
    expect(await leaks(['/v1/email'])).toEqual([]);
  });
});
