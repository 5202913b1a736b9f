import type { TenantClient } from '../support/api.ts';
import type { Receiver } from '../support/receiver.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

export const webhooks = '/v1/webhooks';
export const deliveriesPath = '/v1/webhook-deliveries';
/** For servers that may call receivers on loopback. */
export const opened = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };

/** A webhook of a tenant, at a receiver. */
export async function createWebhook(
  api: Pick<TenantClient, 'post'>,
  receiver: Pick<Receiver, 'url'>,
  settings: object = {},
) {
  const { status, body } = await api.post(webhooks, { url: receiver.url, ...settings });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

export const deliveriesOf = async (api: Pick<TenantClient, 'get'>, query = '') =>
  (await api.get(`${deliveriesPath}?limit=100${query}`)).body.data.deliveries;

/** Waits until the newest delivery that fits a query is in a state. */
export async function untilDelivery(
  api: Pick<TenantClient, 'get'>,
  status: string,
  query = '',
  isWanted: (delivery: { attempt: number }) => boolean = () => true,
) {
  const [delivery] = await until(
    () => deliveriesOf(api, query),
    ([first]) => first?.status === status && isWanted(first),
  );
  return delivery;
}

/** Makes waiting retries of a tenant due now. */
export const makeDue = (server: Pick<TestServer, 'db'>, api: TenantClient) =>
  server.db.query(
    `with due as (update app.work set due_at = now() where tenant_id = $1 returning 1)
     select pg_notify('journal', '') from due limit 1`,
    [api.tenant.id],
  );

/** Ten objects, or so: each an event. */
export const createObjects = async (api: TenantClient, path: string, count: number) => {
  const objects = Array.from({ length: count }, (_, n) => ({ properties: { n } }));
  return (await api.post(`${path}/batch/create`, { objects })).body.data.ids as string[];
};
