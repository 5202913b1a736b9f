import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create as createAutomation, trigger } from '../automations/support.ts';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { appTables } from '../support/catalog.ts';
import { type Listener, listen } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { deliveriesOf, deliveriesPath } from '../webhooks/support.ts';

/** A secret in a header is sealed with the call that it is for, and shown to no caller. */

let server: TestServer;
let receiver: Listener;
let api: TenantClient;
beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
  receiver = await listen({
    'POST /echo': () => ({ got: receiver.requests.at(-1)?.headers }),
    'POST /other': () => ({}),
  });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(async () => {
  api = await createTenant(server);
});

const secret = 'Bearer canary-of-the-owner-4711';
const marked = 'canary-that-is-marked-0815';
const headers = {
  Authorization: secret,
  'X-Plain': 'plain',
  'X-Shop': { secret: marked },
};
const shown = { Authorization: '••••', 'X-Plain': 'plain', 'X-Shop': '••••' };
const url = () => `${receiver.url}/echo`;

/** The names of tables that hold a canary in clear, or of the rows of this tenant that do. */
async function lying(): Promise<string[]> {
  const tables = (await appTables(server.db)).filter((t) => !t.isPartition && t.hasTenant);
  const { rows } = await server.db.query(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name from app.${name} t where tenant_id = $1 and t::text like '%canary%'`,
      )
      .join(' union all '),
    [api.tenant.id],
  );
  return rows.map(({ name }) => name);
}

const sentWith = () => {
  const {
    authorization,
    'x-plain': plain,
    'x-shop': shop,
  } = receiver.requests.at(-1)?.headers ?? {};
  return { authorization, plain, shop };
};
const whole = { authorization: secret, plain: 'plain', shop: marked };

/** Each kind of record that calls a URL: how it is made, read and changed, and how its call is made. */
const kinds = {
  webhook: {
    make: (call: object) => api.post('/v1/webhooks', { events: ['custom.asked'], ...call }),
    path: '/v1/webhooks/',
    // biome-ignore lint/suspicious/noExplicitAny: a record
    headersOf: (record: any) => record.headers,
    change: (call: object) => call,
    run: async (id: string) => {
      const ended = (await deliveriesOf(api)).length + 1;
      await good(api.post('/v1/events', { event_type: 'asked', data: {} }));
      const all = await until(
        () => deliveriesOf(api, `&webhook_id=${id}&status=success`),
        (found) => found.length >= ended,
      );
      return good(api.get(`${deliveriesPath}/${all[0].id}`));
    },
  },
  automation: {
    make: async (call: object) => {
      const id = await createAutomation(api, { actions: [{ type: 'webhook', config: call }] });
      return api.get(`/v1/automations/${id}`);
    },
    path: '/v1/automations/',
    // biome-ignore lint/suspicious/noExplicitAny: a record
    headersOf: (record: any) => record.actions[0].config.headers,
    change: (call: object) => ({ actions: [{ type: 'webhook', config: call }] }),
    run: (id: string) => trigger(api, id),
  },
  job: {
    make: (call: object) =>
      api.post('/v1/scheduled-jobs', {
        name: 'Call',
        cron_expression: '0 0 1 1 *',
        action_type: 'webhook',
        action_config: call,
      }),
    path: '/v1/scheduled-jobs/',
    // biome-ignore lint/suspicious/noExplicitAny: a record
    headersOf: (record: any) => record.action_config.headers,
    change: (call: object) => ({ action_config: call }),
    run: (id: string) => good(api.post(`/v1/scheduled-jobs/${id}/execute`)),
  },
};

describe.each(Object.entries(kinds))('a secret header of a %s', (name, kind) => {
  it('is sent, and is shown nowhere: not in answers, logs, events, nor at rest', async () => {
    const made = await good(kind.make({ url: url(), headers }));
    expect(kind.headersOf(made)).toEqual(shown);
    const record = await good(api.get(kind.path + made.id));
    expect(kind.headersOf(record)).toEqual(shown);
    const log = await kind.run(made.id);
    expect(sentWith()).toEqual(whole);
    expect(JSON.stringify(log)).not.toContain('canary');
    for (const path of ['/v1/audit-logs', '/v1/events', kind.path.slice(0, -1)])
      expect(JSON.stringify((await api.get(path)).body)).not.toContain('canary');
    expect(await lying()).toEqual([]);
  });

  it('stays when it comes back as it was shown, and is sent to no other place', async () => {
    const { id } = await good(kind.make({ url: url(), headers }));
    const path = kind.path + id;
    const param = (header: string) => expect.stringContaining(`headers.${header}`);
    const change = (call: object) => api.patch(path, kind.change(call));
    await good(change({ url: url(), headers: shown }));
    await kind.run(id);
    expect(sentWith()).toEqual(whole);
    const other = `${receiver.url}/other`;
    expect(await refusal(change({ url: other, headers: shown }))).toEqual([
      400,
      param('Authorization'),
    ]);
    const more = { ...shown, 'X-Plain': 'another' };
    expect(await refusal(change({ url: url(), headers: more }))).toEqual([
      400,
      param('Authorization'),
    ]);
    const crossed = { 'X-Plain': 'plain', 'X-Shop': { secret: marked }, 'X-Auth-Token': '••••' };
    expect(await refusal(change({ url: url(), headers: crossed }))).toEqual([
      400,
      param('X-Auth-Token'),
    ]);
    if (name === 'webhook')
      expect(await refusal(api.patch(path, { url: other }))).toEqual([
        400,
        expect.stringMatching(/^headers\./),
      ]);
    await good(change({ url: other, headers: { Authorization: 'Bearer mine' } }));
    await kind.run(id);
    expect(sentWith().authorization).toBe('Bearer mine');
  });
});

describe('a secret header of an action', () => {
  it('is for one method and one body', async () => {
    const call = { url: url(), headers, method: 'POST', body: { a: '{{trigger.data.a}}' } };
    const id = await createAutomation(api, { actions: [{ type: 'webhook', config: call }] });
    const path = `/v1/automations/${id}`;
    const change = (part: object) =>
      api.patch(path, {
        actions: [{ type: 'webhook', config: { ...call, headers: shown, ...part } }],
      });
    for (const part of [
      { method: 'PUT' },
      { body: { a: 1 } },
      { url: `${url()}?x={{trigger.id}}` },
    ])
      expect(await refusal(change(part))).toEqual([400, 'actions[0].config.headers.Authorization']);
    await good(change({}));
    await trigger(api, id, { a: 7 });
    expect([receiver.requests.at(-1)?.body, sentWith()]).toEqual(['{"a":7}', whole]);
  });

  it('is a template or a secret, never both', async () => {
    const made = (Authorization: string) =>
      api.post('/v1/automations', {
        name: 'Call',
        trigger_event: 'manual',
        actions: [{ type: 'webhook', config: { url: url(), headers: { Authorization } } }],
      });
    expect(await refusal(made('Bearer canary {{trigger.data.a}}'))).toEqual([
      400,
      'actions[0].config.headers.Authorization',
    ]);
    const { id } = await good(made('Bearer {{trigger.data.token}}'));
    await trigger(api, id, { token: 'of-the-event' });
    expect(sentWith().authorization).toBe('Bearer of-the-event');
  });

  it('is for a host that is named', async () => {
    for (const host of ['https://{{trigger.data.host}}/', '{{trigger.data.url}}'])
      expect(
        await refusal(
          api.post('/v1/automations', {
            name: 'Call',
            trigger_event: 'manual',
            actions: [{ type: 'webhook', config: { url: host, headers } }],
          }),
        ),
      ).toEqual([400, 'actions[0].config.headers.Authorization']);
  });
});

it('a sealed text is not taken from a request', async () => {
  const headers = { Authorization: 'enc:v2:AAAA' };
  expect(await refusal(api.post('/v1/webhooks', { url: url(), headers }))).toEqual([
    400,
    'headers.Authorization',
  ]);
});
