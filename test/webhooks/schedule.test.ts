import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { dispatchAll } from '../support/dispatch.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createWebhook, deliveriesOf, opened } from './support.ts';

/** Here the test is the worker. */
const server = useOwnDatabase(opened);
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const url = 'http://127.0.0.1:8999/hook';
const ask = async (call: string, values: unknown[]) =>
  (await asWorker(server, `select ${call} as answer`, values)).rows[0].answer;

/** Deliveries of events that have just happened, the oldest first. */
async function queue(count: number): Promise<string[]> {
  for (let n = 0; n < count; n++) await api.post('/v1/events', { event_type: `e${n}` });
  await dispatchAll(server.db);
  return (await deliveriesOf(api)).map(({ id }: { id: string }) => id).toReversed();
}
/** Takes a delivery, as its attempt of this number. */
async function begin(id: string, attempts = 1) {
  await server.db.query('update app.work set attempts = $2 where id = $1', [id, attempts]);
  return ask('worker.webhook_begin($1, $2, $3)', [api.tenant.id, id, attempts]);
}
const end = (id: string, outcome: object, attempts = 1): Promise<boolean> =>
  ask('worker.webhook_end($1, $2, $3, $4)', [api.tenant.id, id, attempts, outcome]);
async function workOf(id: string) {
  const { rows } = await server.db.query(
    `select attempts, extract(epoch from due_at - clock_timestamp())::float as wait from app.work where id = $1`,
    [id],
  );
  return rows[0] as { attempts: number; wait: number } | undefined;
}
const waitOf = async (id: string) => (await workOf(id))?.wait ?? Number.NaN;

describe('after a failure, a delivery', () => {
  const planned = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

  it('waits longer each time, within ten percent, and at most a day', async () => {
    await createWebhook(api, { url });
    const [id = ''] = await queue(1);
    for (const [index, seconds] of planned.entries()) {
      expect((await begin(id, index + 1)).attempt).toBe(index + 1);
      await end(id, { status: 500 }, index + 1);
      const wait = await waitOf(id);
      expect(wait).toBeGreaterThan(seconds * 0.9 - 2);
      expect(wait).toBeLessThanOrEqual(Math.min(seconds * 1.1, 86_400));
    }
    await begin(id, 10);
    await end(id, { error: 'away' }, 10);
    expect((await deliveriesOf(api))[0]).toMatchObject({ status: 'dead', error: 'away' });
    expect(await workOf(id)).toBeUndefined();
  });

  it('waits as long as the receiver asks, if that is longer', async () => {
    await createWebhook(api, { url });
    const [one = '', two = ''] = await queue(2);
    for (const id of [one, two]) await begin(id);
    await end(one, { status: 500, retry_after: 1000 });
    expect(await waitOf(one)).toBeGreaterThan(990);
    await end(two, { status: 500, retry_after: 1 });
    expect(await waitOf(two)).toBeGreaterThan(4);
  });

  it.each([429, 502, 504])('with %i delays deliveries to the same receiver', async (status) => {
    await createWebhook(api, { url });
    const [one = '', two = ''] = await queue(2);
    await begin(one);
    await end(one, { status, retry_after: 100 });
    expect(await begin(two)).toBeNull();
    expect(await workOf(two)).toEqual({ attempts: 0, wait: expect.any(Number) });
    expect(await waitOf(two)).toBeGreaterThan(95);
    expect((await deliveriesOf(api, '&status=pending'))[0].next_attempt_at).not.toBeNull();
  });
});

describe('a delivery attempt', () => {
  it('changes nothing when a later attempt has overtaken it', async () => {
    await createWebhook(api, { url });
    const [id = ''] = await queue(1);
    await begin(id, 2);
    expect(await end(id, { status: 410 }, 1)).toBe(false);
    expect((await deliveriesOf(api))[0]).toMatchObject({ status: 'pending', attempt: 0 });
    await end(id, { status: 200 }, 2);
    await end(id, { status: 500 }, 2);
    expect((await deliveriesOf(api))[0]).toMatchObject({ status: 'success', attempt: 1 });
  });

  it('is given up after ending its worker ten times', async () => {
    await createWebhook(api, { url });
    const [id = ''] = await queue(1);
    expect(await begin(id, 11)).toBeNull();
    expect((await deliveriesOf(api))[0]).toMatchObject({
      status: 'dead',
      error: expect.stringContaining('interrupted'),
    });
    const { rowCount } = await server.db.query(
      `select from app.dead_letters where record_id = $1`,
      [id],
    );
    expect(rowCount).toBe(1);
  });

  it('is not made for a webhook that was paused, disabled or deleted', async () => {
    const { id: webhook } = await createWebhook(api, { url });
    const [one = '', two = '', three = ''] = await queue(3);
    const path = `/v1/webhooks/${webhook}`;
    await api.patch(path, { status: 'paused' });
    expect(await begin(one)).toBeNull();
    await api.patch(path, { status: 'disabled' });
    expect(await begin(two)).toBeNull();
    expect((await deliveriesOf(api)).map((one: { error: string }) => one.error)).toEqual([
      null,
      'It was not sent: the webhook was disabled.',
      'It was not sent: the webhook was paused.',
    ]);
    const { confirm_token } = (await api.delete(path)).body.error;
    await api.delete(`${path}?force=true&confirm_token=${confirm_token}`);
    expect(await workOf(three)).toBeUndefined();
    expect(await begin(three)).toBeNull();
  });
});

describe('a throttled webhook', () => {
  it('sends at most its rate per second: each delivery takes the next free slot', async () => {
    await createWebhook(api, { url }, { throttle_rate: 2 });
    const [one = '', two = '', three = ''] = await queue(3);
    expect((await begin(one)).delivery_id).toBe(one);
    expect([await begin(two), await begin(three)]).toEqual([null, null]);
    const waits = [await waitOf(two), await waitOf(three)] as const;
    expect(waits[1] - waits[0]).toBeCloseTo(0.5, 1);
    await server.db.query(
      `update app.webhook_deliveries set next_attempt_at = now() where id = $1`,
      [two],
    );
    expect((await begin(two)).delivery_id).toBe(two);
    expect((await deliveriesOf(api, '&status=pending')).length).toBe(3);
  });
});

describe('the delivery log', () => {
  it('is kept for 30 days, and longer while deliveries are pending', async () => {
    await createWebhook(api, { url });
    const [done = '', letter = '', waiting = ''] = await queue(3);
    for (const id of [done, letter]) await begin(id);
    await end(done, { status: 200 });
    await end(letter, { status: 410 });
    await server.db.query(
      `update app.webhook_deliveries set id = 'whd_00' || right(id, -6) where tenant_id = $1;
       update app.dead_letters set record_id = 'whd_00' || right(record_id, -6) where tenant_id = $1`.replaceAll(
        '$1',
        `'${api.tenant.id}'`,
      ),
    );
    await ask('worker.housekeeping()', []);
    const left = (await deliveriesOf(api)).map(({ id }: { id: string }) => id.slice(6));
    expect(left).toEqual([waiting.slice(6), letter.slice(6)]);
  });
});
