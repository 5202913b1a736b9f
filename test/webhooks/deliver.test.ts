import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let server: TestServer;
let receiver: Receiver;
let api: TenantClient;
let type: DefinedType;
beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
  receiver = await startReceiver();
});
beforeEach(async () => {
  api = await createTenant(server);
  type = await defineType(api, { status: 'string' });
  Object.assign(receiver, { received: [], answers: [], otherwise: 200 });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const create = async (more: object = {}) =>
  (await api.post('/v1/webhooks', { url: receiver.url, ...more })).body.data;
const deliveries = async (query = '') =>
  (await api.get(`/v1/webhook-deliveries?limit=100${query}`)).body.data.deliveries;

describe('a delivery', () => {
  it('is the event, signed as Standard Webhooks wants it', async () => {
    const { id, secret } = await create({ events: ['object.created'] });
    const { body } = await api.post(type.path, { properties: { status: 'open' } });
    const [one] = await receiver.until(1);
    verify(secret, one);
    expect(one.event).toMatchObject({ type: 'object.created', data: { id: body.data.id } });
    const [logged] = await until(
      () => deliveries(`&webhook_id=${id}`),
      ([first]) => first?.status === 'success',
    );
    expect(logged).toMatchObject({ status: 'success', attempt: 1, response_status: 200 });
  });
});
