import { afterAll, beforeAll, expect, it } from 'vitest';
import { create } from '../automations/support.ts';
import { upload } from '../files/support.ts';
import { createForm, send } from '../forms/support.ts';
import { define } from '../functions/support.ts';
import { type Data, good } from '../support/answers.ts';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { callOperation, documentedOperations } from '../support/operations.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { createWebhook, opened } from '../webhooks/support.ts';
import { publish, set } from '../workflows/support.ts';
import { createObject, createPolicy, defineNotes, userWith } from './support.ts';

/** Whatever a tenant makes of a hidden object, no operation tells it to callers who may manage everything but what decides. */

const secret = 'canary-of-a-hidden-object';
const words = '{{trigger.data.properties.title}}';
let server: TestServer;
let receiver: Receiver;
let api: TenantClient;
let ids: Record<string, string[]>;

beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', TRUSTED_PROXIES: 'loopback', ...opened });
  receiver = await startReceiver();
  api = await createTenant(server);
  await defineNotes(api);
  await setUp();
  await createPolicy(api, { action: 'select', condition_json: { owner: 'all' } });
  await fill();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

/** Makes of each object that is created whatever can be made. */
async function setUp(): Promise<void> {
  const throws = 'export default (input) => { throw new Error(JSON.stringify(input)) }';
  const fails = await define(api, throws, {
    trigger_type: 'event',
    trigger_event: 'object.created',
  });
  const hears = await define(
    api,
    'export default (event) => { console.log(event); return event }',
    {
      trigger_type: 'event',
      trigger_event: 'object.created',
    },
  );
  const input = { title: words };
  const automation_id = [
    await create(api, {
      trigger_event: 'object.created',
      actions: [
        { type: 'emit_event', config: { event_type: 'made', data: {} } },
        { type: 'send_email', config: { to: 'a@example.com', subject: words, text: words } },
        { type: 'function', config: { function_id: fails.split('/').at(-1), input } },
      ],
    }),
  ];
  const workflow_id = [
    await publish(api, {
      initial_state: 'review',
      states: [
        { name: 'review', type: 'approval', on_enter: [set('title', words)] },
        { name: 'done', type: 'end' },
      ],
      transitions: [{ name: 'approve', from: 'review', to: 'done' }],
      trigger: { event: 'object.created' },
    }),
  ];
  const { id: webhook } = await createWebhook(api, receiver, { events: ['*'] });
  const fields = ['title', 'owner'].map((name) => ({ name, property: name, label: name }));
  const form = await createForm(api, { object_type_id: 'notes', fields });
  const config_json = { object_type_id: 'notes', group_by: 'title' };
  const dashboard = await good(api.post('/v1/dashboards', { name: 'Titles' }));
  const widget = await good(
    api.post(`/v1/dashboards/${dashboard.id}/widgets`, { type: 'bar', title: 'T', config_json }),
  );
  const report = await good(
    api.post('/v1/saved-reports', { name: 'Titles', type: 'summary', config_json }),
  );
  ids = {
    ...{ automation_id, workflow_id, webhook_id: [webhook], form_id: [form.id] },
    ...{ dashboard_id: [dashboard.id], widget_id: [widget.id], report_id: [report.id] },
    function_id: [fails, hears].map((path) => path.split('/').at(-1) as string),
    object_type_id: ['notes'],
    ...{ type: ['notes'], version_number: ['1', '2'] },
  };
}

const idsOf = (all: Data[]): string[] => all.map(({ id }) => id);

/** An object that is hidden, and all that comes of it. */
async function fill(): Promise<void> {
  const hidden = await createObject(api, { owner: 'them', title: secret });
  const sent = await good(
    send(api, ids.form_id?.[0] as string, { owner: 'them', title: `${secret} sent` }),
  );
  const changed = await api.patch(`/v1/objects/notes/${hidden}`, {
    properties: { tags: [secret] },
  });
  const on = { object_type_id: 'notes', object_id: hidden };
  const comment = await good(api.post('/v1/comments', { ...on, body: secret }));
  const file = await upload(api, secret, `${secret}.txt`, on);
  const ticket = await good(
    api.post('/v1/tickets', { subject: 'S', body: 'B', attachments: [file.id] }),
  );
  const report = await good(api.post(`/v1/saved-reports/${ids.report_id}/run`, {}));
  const chat = await good(
    api.post('/v1/ai/chat', { message: secret, grounding: { object_type_ids: ['notes'] } }),
  );
  const of = { object_type_id: 'notes' };
  const rows = [{ owner: 'them', size: secret }];
  const imported = await good(api.post('/v1/data/import', { ...of, rows, on_error: 'skip' }));
  const exported = await good(api.post('/v1/data/export', of));
  const letters = await until(
    async () => (await good(api.get('/v1/dlq'))).messages,
    (all) => all.length > 0,
  );
  const runs = await until(
    async () => (await good(api.get(`/v1/automations/${ids.automation_id}/runs`))).runs,
    (all: Data[]) => all.length > 1 && all.every(({ status }) => status === 'failed'),
  );
  const flows = (await good(api.get('/v1/workflow-runs'))).runs;
  const logs = (await good(api.get(`/v1/functions/${ids.function_id?.[1]}/logs`))).logs;
  const deliveries = (await good(api.get('/v1/webhook-deliveries?limit=100'))).deliveries;
  const mails = (await good(api.get('/v1/email'))).results;
  Object.assign(ids, {
    object_id: [hidden, sent.object_id].filter(Boolean),
    ...{ comment_id: [comment.id], file_id: [file.id], ticket_id: [ticket.id] },
    ...{ run_id: [report.run_id, ...idsOf(runs), ...idsOf(logs)], msg_id: idsOf(letters) },
    ...{ workflow_run_id: idsOf(flows), delivery_id: idsOf(deliveries), email_id: idsOf(mails) },
    ...{ import_id: [imported.import_id], export_id: [exported.id] },
    ...{ conversation_id: [chat.conversation_id], tx_id: [changed.headers.get('x-tx-id')] },
  });
}

/** The values that the parameters of a path may have, in each combination. */
function valuesFor(path: string): Record<string, string>[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.reduce<Record<string, string>[]>(
    (all, name) => all.flatMap((one) => (ids[name] ?? []).map((id) => ({ ...one, [name]: id }))),
    [{}],
  );
}

const resources =
  'ai,analytics,association_types,audit_logs,automations,billing,comments,dashboards,dlq,email,errors,events,files,forms,' +
  'functions,governance,integrations,notifications,objects,plugins,portal,reports,scheduled_jobs,short_urls,sql,tickets,' +
  'transactions,views,webhooks,workflows';

it.each(['user', 'key'])('is told to no %s by any operation', async (who) => {
  const permissions = resources.split(',').map((resource) => `${resource}:*`);
  const client: Client =
    who === 'user'
      ? (await userWith(api, permissions)).client
      : await api.withKey(['read', 'write', 'files', 'ai', 'sql', 'auth']);
  const operations = (await documentedOperations(server.url)).filter(
    ({ scope, id }) =>
      !['platform', 'public', 'open', 'user'].includes(scope) && id !== 'event.stream',
  );
  // Changes are only tried: their answer is the same, and their records stay for the others.
  const headers = { prefer: 'handling=dry-run' };
  const told: Record<'api' | 'client', string[]> = { api: [], client: [] };
  const answered = new Set<string>();
  for (const operation of operations)
    for (const values of valuesFor(operation.path)) {
      const said = async (caller: Client) => {
        const answer = await callOperation(
          caller,
          operation,
          values,
          operation.method === 'GET' ? {} : headers,
        );
        if (caller === client && answer.status < 300) answered.add(operation.id);
        return JSON.stringify([[...answer.headers], answer.body]);
      };
      const call = `${operation.id} ${Object.values(values)}`;
      if ((await said(client)).includes(secret)) told.client.push(call);
      if (operation.method === 'GET' && (await said(api)).includes(secret)) told.api.push(call);
    }
  expect(told.client).toEqual([]);
  // It is there to be told.
  expect(told.api.length).toBeGreaterThan(20);
  expect(answered.size).toBeGreaterThan(80);
});
