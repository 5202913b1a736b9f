import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createWebhook, deliveriesOf, opened, untilDelivery } from './support.ts';

const worker = { WORKER: 'on', ...opened };
const server = useOwnDatabase(worker);
let second: Awaited<ReturnType<TestServer['sibling']>>;
let receiver: Receiver;
let api: TenantClient;
beforeAll(async () => {
  second = await server.sibling(worker);
});
beforeEach(async () => {
  api = await createTenant(server);
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(() => second.close());

/** Deliveries that are queued, without events that would have to be made. */
const queue = (webhook: string, count: number, due = 'now()') =>
  server.db.query(
    `with queued as (
       insert into app.webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, url, request_body)
       select $1, app.new_id('whd'), $2, app.new_id('evt'), 'custom.one', '', '{}'
       from generate_series(1, $3) returning id)
     insert into app.work (tenant_id, kind, id, due_at) select $1, 'webhook', id, ${due} from queued`,
    [api.tenant.id, webhook, count],
  );

it('two workers send each delivery once', async () => {
  const { id } = await createWebhook(api, receiver);
  await queue(id, 150);
  await until(
    () => deliveriesOf(api, '&status=pending'),
    (pending) => pending.length === 0,
  );
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([150, 150]);
});

it('thousands of deliveries of one tenant to hosts that hang or are gone delay no other tenant', async () => {
  const hanging = await createWebhook(api, { url: `${receiver.url}/hang` });
  receiver.otherwise = (res, { path }) => path === '/hang' || res.writeHead(200).end();
  await queue(hanging.id, 5000);
  await receiver.until(16);
  const other = await createTenant(server);
  await createWebhook(other, receiver);
  await other.post('/v1/events', { event_type: 'two' });
  await untilDelivery(other, 'success');
  expect(await deliveriesOf(api, '&status=retrying')).toEqual([]);
  await api.patch(`/v1/webhooks/${hanging.id}`, { status: 'disabled' });
});

it('queued deliveries of a deleted tenant are never sent', async () => {
  const { id } = await createWebhook(api, receiver);
  await queue(id, 3, `now() + interval '1 hour'`);
  const operator = platformClient(server);
  const path = `/admin/tenants/${api.tenant.id}`;
  const { confirm_token } = (await operator.delete(path)).body.error;
  await operator.delete(`${path}?force=true&confirm_token=${confirm_token}`);
  await server.db.query(`update app.work set due_at = now() where tenant_id = $1`, [api.tenant.id]);
  await until(
    async () =>
      (await server.db.query(`select from app.work where tenant_id = $1`, [api.tenant.id]))
        .rowCount,
    (count) => count === 0,
  );
  expect(receiver.received).toEqual([]);
});
