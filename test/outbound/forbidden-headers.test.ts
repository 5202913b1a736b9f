import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  server = await startTestServer();
  api = await createTenant(server);
});
afterAll(() => server.close());

/** A URL that no name has to be looked up for. */
const url = 'https://192.0.2.1/hook';
const forbidden = [
  'Host',
  'content-length',
  'TE',
  'HTTP2-Settings',
  'Proxy-Anything',
  'X-Insula-Depth',
];

/** Records that call a URL of a tenant: where they are created, and how. */
const callers: Array<[what: string, path: string, body: (config: object) => object, at: string]> = [
  ['a webhook', '/v1/webhooks', (config) => config, ''],
  [
    'an automation',
    '/v1/automations',
    (config) => ({
      name: 'call',
      trigger_event: 'manual',
      actions: [{ type: 'webhook', config }],
    }),
    'actions[0].config.',
  ],
  [
    'a scheduled job',
    '/v1/scheduled-jobs',
    (config) => ({
      name: 'call',
      cron_expression: '0 9 * * *',
      action_type: 'webhook',
      action_config: config,
    }),
    'action_config.',
  ],
];

describe.each(callers)('%s', (_what, path, body, at) => {
  it.each(forbidden)('cannot set the header %s', async (name) => {
    const answer = await api.post(path, body({ url, headers: { [name]: '1' } }));
    expect([answer.status, answer.body.error?.param]).toEqual([400, `${at}headers`]);
  });

  it('cannot call a private address', async () => {
    const answer = await api.post(path, body({ url: 'http://10.0.0.1/' }));
    expect([answer.status, answer.body.error?.param]).toEqual([400, `${at}url`]);
    expect(answer.body.error?.details).toMatchObject([{ code: 'invalid_url' }]);
  });
});
