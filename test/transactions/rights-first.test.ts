import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const tenant = useTenant(server);

const inner = { type: 'webhook', config: { url: 'http://10.0.0.1/' } };
/** Each is refused for its body, which is compiled or looked up before the database stores it. */
const costly = [
  ['/v1/functions', { name: 'broken', code: 'export default (' }],
  ['/v1/automations', { name: 'a', trigger_event: 'object.created', actions: [inner] }],
  [
    '/v1/workflows',
    { name: 'w', initial_state: 'one', states: [{ name: 'one', type: 'end', on_enter: [inner] }] },
  ],
  [
    '/v1/scheduled-jobs',
    {
      name: 'j',
      cron_expression: '0 0 * * *',
      action_type: 'webhook',
      action_config: inner.config,
    },
  ],
] as const;

let reader: Client;
let stranger: Client;
beforeAll(async () => {
  reader = await tenant.withKey(['read']);
  const gone = await tenant.withKey(['*']);
  expect((await tenant.delete(`/v1/keys/${gone.keyId}`)).status).toBe(200);
  stranger = gone;
});

it.each(costly)('%s is prepared for those alone who may do it', async (path, body) => {
  const step = { method: 'POST', path, body };
  const statuses = async (client: Client) => [
    (await client.post(path, body)).status,
    (await client.post('/v1/transaction', { requests: [step, step] })).status,
  ];
  expect(await statuses(tenant)).toEqual([400, 400]);
  expect(await statuses(reader)).toEqual([403, 403]);
  expect(await statuses(stranger)).toEqual([401, 401]);
});
