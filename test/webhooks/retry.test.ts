import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { signUp } from '../support/users.ts';
import {
  createWebhook,
  deliveriesOf,
  deliveriesPath,
  makeDue,
  opened,
  untilDelivery,
  webhooks,
} from './support.ts';

let server: TestServer;
let receiver: Receiver;
let api: TenantClient;
// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
let webhook: any;
beforeAll(async () => {
  server = await startTestServer({ WORKER: 'on', ...opened });
});
beforeEach(async () => {
  api = await createTenant(server);
  receiver = await startReceiver();
  webhook = await createWebhook(api, receiver, { events: ['custom.*', 'webhook.disabled'] });
});
afterEach(() => receiver.close());
afterAll(() => server.close());

const happen = (event_type = 'one') => api.post('/v1/events', { event_type });
const current = async () => (await api.get(`${webhooks}/${webhook.id}`)).body.data;
const retry = (id: string) => api.post(`${deliveriesPath}/${id}/retry`);
const letters = async () =>
  (await server.db.query(`select * from app.dead_letters where tenant_id = $1`, [api.tenant.id]))
    .rows;
/** Waits until work of the tenant is put off for long. */
const untilPut = () =>
  until(
    async () =>
      (
        await server.db.query(
          `select from app.work where tenant_id = $1 and due_at > now() + interval '30 min'`,
          [api.tenant.id],
        )
      ).rowCount,
    Boolean,
  );

describe('a failed delivery', () => {
  it('is retried later with the same id and bytes until it arrives', async () => {
    receiver.answers = [500, 503];
    await happen();
    const first = await untilDelivery(api, 'retrying');
    expect(first).toMatchObject({ next_attempt_at: expect.any(String), completed_at: null });
    await makeDue(server, api);
    await untilDelivery(api, 'retrying', '', ({ attempt }) => attempt === 2);
    await makeDue(server, api);
    const received = await receiver.until(3);
    const last = await untilDelivery(api, 'success');
    expect(last).toMatchObject({ id: first.id, attempt: 3, response_status: 200, error: null });
    for (const one of received) verify(webhook.secret, one);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    const attempts = received.map(({ headers }) => headers['x-webhook-attempt']);
    expect(attempts).toEqual(['1', '2', '3']);
    expect(await current()).toMatchObject({
      failure_count: 0,
      last_failure_at: expect.any(String),
    });
  });

  it('becomes a dead letter after ten attempts, and is sent once however many retry it', async () => {
    receiver.otherwise = 500;
    await happen();
    await untilDelivery(api, 'retrying');
    await server.db.query(
      `update app.webhook_deliveries set attempt = 9 where tenant_id = $1;
       update app.work set attempts = 9, due_at = now() where tenant_id = $1`.replaceAll(
        '$1',
        `'${api.tenant.id}'`,
      ),
    );
    const dead = await untilDelivery(api, 'dead');
    expect(dead).toMatchObject({ attempt: 10, max_attempts: 10, next_attempt_at: null });
    expect(await letters()).toMatchObject([
      {
        source: 'webhook',
        source_id: webhook.id,
        record_id: dead.id,
        task: 'webhook_delivery',
        attempts: 10,
        status: 'dead',
        error: 'It answered 500.',
        payload: { event_id: dead.event_id, body: { type: 'custom.one' } },
      },
    ]);

    receiver.otherwise = 200;
    const [{ id }] = await letters();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.post(`/v1/dlq/${id}/retry`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await untilDelivery(api, 'success');
    expect(again).toMatchObject({ id: dead.id, attempt: 11, trigger: 'retry' });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
    expect(await letters()).toEqual([]);
  });
});

describe('a webhook is disabled', () => {
  const disabled = () => until(current, ({ status }) => status === 'disabled');

  it('by the first 410, and its admins are notified', async () => {
    const { user } = await signUp(api);
    await server.db.query(`update app.users set role = 'owner' where id = $1`, [user.id]);
    const witness = await createWebhook(api, { url: `${receiver.url}/witness` });
    receiver.otherwise = (res, { path }) => res.writeHead(path === '/witness' ? 200 : 410).end();
    await happen();
    expect(await disabled()).toMatchObject({ disabled_reason: 'It answered 410 (Gone).' });
    const dead = await untilDelivery(api, 'dead', `&webhook_id=${webhook.id}`);
    expect(dead).toMatchObject({ attempt: 1, response_status: 410 });
    const told = await untilDelivery(
      api,
      'success',
      `&webhook_id=${witness.id}&event_type=webhook.disabled`,
    );
    expect(JSON.parse(told.request_body)).toMatchObject({
      data: { id: webhook.id, status: 'disabled' },
      actor: { type: 'system' },
    });
    const { rows } = await server.db.query(
      `select type, metadata from app.notifications where tenant_id = $1 and user_id = $2`,
      [api.tenant.id, user.id],
    );
    expect(rows).toEqual([{ type: 'webhook_disabled', metadata: { webhook_id: webhook.id } }]);

    const refused = await retry(dead.id);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE']);
    await api.patch(`${webhooks}/${webhook.id}`, { status: 'active' });
    expect(await current()).toMatchObject({ failure_count: 0, disabled_reason: null });

    // A delivery is given up, retried by hand, given up again, and arrives in the end.
    await api.patch(`${webhooks}/${webhook.id}`, { url: `${receiver.url}/witness` });
    await server.db.query(
      `update app.webhooks set throttle_rate = 1, next_slot_at = now() + interval '1 h' where id = $1`,
      [webhook.id],
    );
    await retry(dead.id);
    expect(await letters()).toMatchObject([{ record_id: dead.id, status: 'retrying' }]);
    // Until the worker has seen that its slot is later: it would move what is made due before that.
    await untilPut();
    await api.patch(`${webhooks}/${webhook.id}`, { status: 'paused' });
    await makeDue(server, api);
    await untilDelivery(api, 'dead', `&webhook_id=${webhook.id}`);
    expect(await letters()).toMatchObject([{ record_id: dead.id, status: 'dead' }]);
    await api.patch(`${webhooks}/${webhook.id}`, { status: 'active', throttle_rate: null });
    expect((await retry(dead.id)).body.data).toEqual({ retried: true });
    await untilDelivery(api, 'success', `&webhook_id=${webhook.id}`);
    expect(await letters()).toEqual([]);
  });

  it('when nothing has arrived for five days', async () => {
    receiver.otherwise = 500;
    await happen();
    await untilDelivery(api, 'retrying');
    await server.db.query(
      `update app.webhooks set failing_since = now() - interval '4 days 23 hours' where id = $1`,
      [webhook.id],
    );
    await makeDue(server, api);
    await untilDelivery(api, 'retrying', '', ({ attempt }) => attempt === 2);
    expect((await current()).status).toBe('active');
    await server.db.query(
      `update app.webhooks set failing_since = now() - interval '5 days 1 second' where id = $1`,
      [webhook.id],
    );
    await makeDue(server, api);
    expect((await disabled()).disabled_reason).toMatch(/five days/);
  });
});

describe('retrying a delivery by hand', () => {
  it('sends a delivery that arrived once more, with the same id and bytes', async () => {
    await happen();
    const { id } = await untilDelivery(api, 'success');
    expect((await retry(id)).status).toBe(200);
    const [one, two] = await receiver.until(2);
    expect([two?.body, two?.headers['webhook-id']]).toEqual([
      one?.body,
      one?.headers['webhook-id'],
    ]);
  });

  it('sends it once when requested many times at once', async () => {
    receiver.answers = [500];
    await happen();
    const { id } = await untilDelivery(api, 'retrying');
    const answers = await Promise.all(Array.from({ length: 20 }, () => retry(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await untilDelivery(api, 'success');
    await happen('last');
    await untilDelivery(api, 'success', '&event_type=custom.last');
    expect(receiver.received).toHaveLength(3);
    expect(await deliveriesOf(api, '&status=pending')).toEqual([]);
  });

  it('works only for the tenant’s own deliveries and callers who may write', async () => {
    await happen();
    const { id } = await untilDelivery(api, 'success');
    const other = await createTenant(server);
    expect((await other.post(`${deliveriesPath}/${id}/retry`)).status).toBe(404);
    const reader = await api.withKey(['read']);
    expect((await reader.post(`${deliveriesPath}/${id}/retry`)).status).toBe(403);
  });
});
