import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create, runsOf } from '../automations/support.ts';
import { startMailServer } from '../messages/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { createUser } from '../support/users.ts';
import { countOf, createMany, limit, untilQuiet, usedBy } from './support.ts';

let server: TestServer;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let api: TenantClient;

beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ WORKER: 'on', SMTP_URL: mailServer.url });
});
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'orders' });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

const sending = (to: unknown) => ({
  key: 'mail',
  type: 'send_email',
  config: { to, subject: 'Hello', text: 'Hello' },
});
const addresses = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name}${n}@example.com`);
const mails = (more = '') => countOf(server, api, `from app.messages where tenant_id = $1 ${more}`);

describe('emails sent by automations', () => {
  it('in three batches to fifty addresses each are limited to 20 per address', async () => {
    const id = await create(api, {
      trigger_event: 'object.created',
      actions: [sending(addresses(50, 'many'))],
    });
    for (let i = 0; i < 3; i++) expect((await createMany(api, 'orders', 100)).status).toBe(201);
    await untilQuiet(server, api);
    expect(await mails()).toBe(20 * 50);
    expect(
      await countOf(
        server,
        api,
        `from (
      select recipient from app.messages where tenant_id = $1 group by 1 having count(*) > 20) x`,
      ),
    ).toBe(0);
    for (const { mails: count } of await usedBy(server, api))
      expect(count).toBeLessThanOrEqual(500);
    const failed = (await runsOf(api, id, 100)).find(({ status }) => status === 'failed');
    expect(failed.error).toMatch(
      /received the maximum of 20 messages an hour|A single cause may lead to at most 500 messages/,
    );
  });

  it('end at 500 for one request, whatever their recipients', async () => {
    const id = await create(api, {
      trigger_event: 'object.created',
      actions: [
        sending(
          [
            '{{trigger.data.id}}',
            ...addresses(49, '').map((a) => `{{trigger.data.id}}-${a}`),
          ].slice(1),
        ),
      ],
    });
    await createMany(api, 'orders', 30);
    await untilQuiet(server, api);
    expect(await mails()).toBe(10 * 49);
    const failed = (await runsOf(api, id, 30)).filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(20);
    expect(failed[0].error).toContain('A single cause may lead to at most 500 messages');
  });

  it('to one address end at its hourly limit, with an error in the run and no half-done step', async () => {
    await limit(server, api, { mails_per_recipient: 2 });
    const id = await create(api, {
      trigger_event: 'object.created',
      actions: [sending(['ada@example.com', 'other@example.com'])],
    });
    for (let i = 0; i < 3; i++) {
      await api.post('/v1/objects/orders', {});
      await runsOf(api, id, i + 1);
    }
    const [last] = await runsOf(api, id, 3);
    expect([last.status, last.error]).toEqual([
      'failed',
      'mail: ada@example.com has already received the maximum of 2 messages an hour. Try again later.',
    ]);
    expect(await mails()).toBe(4);
    await server.db.query(
      `update app.auth_counters set started_at = now() - interval '61 min' where tenant_id = $1`,
      [api.tenant.id],
    );
    await api.post('/v1/objects/orders', {});
    expect((await runsOf(api, id, 4))[0].status).toBe('succeeded');
  });

  it('of runs that were queued before a limit came wait for it, and are not failed by it', async () => {
    const id = await create(api, {
      trigger_event: 'object.created',
      actions: [sending('{{trigger.data.properties.to}}')],
    });
    // While what leaves is held, runs wait in the queue.
    await server.db.query('select app.outbound_set(true)');
    for (const to of ['a', 'b', 'c'])
      await api.post('/v1/objects/orders', { properties: { to: `${to}@example.com` } });
    await until(
      () => countOf(server, api, `from app.automation_runs where tenant_id = $1`),
      (count) => count === 3,
    );
    await limit(server, api, { mails_per_hour: 2 });
    await server.db.query('select app.outbound_set(false)');
    const waiting = `from app.automation_runs where tenant_id = $1 and status = 'running' and steps->-1->>'status' = 'waiting'`;
    await until(
      () => countOf(server, api, waiting),
      (count) => count === 1,
    );
    expect(await mails()).toBe(2);
    // One that came later fails.
    await api.post('/v1/objects/orders', { properties: { to: 'd@example.com' } });
    await until(
      () =>
        countOf(server, api, `from app.automation_runs where tenant_id = $1 and status = 'failed'`),
      (count) => count === 1,
    );
    await server.db.query(
      `update app.auth_counters set started_at = now() - interval '61 min' where tenant_id = $1`,
      [api.tenant.id],
    );
    await server.db.query('update app.work set due_at = now() where tenant_id = $1', [
      api.tenant.id,
    ]);
    await untilQuiet(server, api);
    expect(await mails()).toBe(3);
    const runs = await runsOf(api, id, 4);
    expect(runs.map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'failed',
      ...['succeeded', 'succeeded', 'succeeded'],
    ]);
  });

  it('of a tenant stop at its hourly limit, for all recipients together, and resume an hour later', async () => {
    await limit(server, api, { mails_per_hour: 3, mails_per_recipient: null });
    const send = (to: string[]) =>
      api.post('/v1/email/send', { to, subject: 'Hello', text: 'Hello' });
    expect((await send(['a@example.com', 'b@example.com'])).status).toBe(201);
    const { status, body } = await send(['c@example.com', 'd@example.com']);
    expect([status, body.error.details]).toEqual([429, { budget: 'mails_per_hour', max: 3 }]);
    expect((await send(['c@example.com'])).status).toBe(201);
    expect((await send(['d@example.com'])).status).toBe(429);
    await server.db.query(
      `update app.auth_counters set started_at = now() - interval '61 min' where tenant_id = $1`,
      [api.tenant.id],
    );
    expect((await send(['d@example.com'])).status).toBe(201);
  });

  it('to one address in several spellings all count for that address', async () => {
    await limit(server, api, { mails_per_recipient: 2 });
    const to = ['Ada@example.com', 'ada@EXAMPLE.com', 'ADA@example.com'];
    const id = await create(api, {
      trigger_event: 'object.created',
      actions: to.map((one, n) => ({ ...sending([one]), key: `mail_${n}` })),
    });
    await api.post('/v1/objects/orders', {});
    expect((await runsOf(api, id))[0]).toMatchObject({ status: 'failed' });
    expect(await mails()).toBe(2);
  });

  it('that are answered with emails come to an end', async () => {
    await create(api, { trigger_event: 'email.sent', actions: [sending('loop@example.com')] });
    const { user } = await createUser(api);
    await api.post('/v1/notifications', {
      user_ids: [user.id],
      type: 'news',
      title: 'News',
      channels: ['email'],
    });
    await until(
      () => mails(`and status = 'sent'`),
      (count) => count === 6,
    );
    await untilQuiet(server, api);
    expect(await mails()).toBe(6);
  });
});

describe('an email address', () => {
  it('gets 20 notifications an hour, then the call is refused', async () => {
    const { user } = await createUser(api);
    const notify = () =>
      api.post('/v1/notifications', {
        user_ids: [user.id],
        type: 'news',
        title: 'News',
        channels: ['in_app', 'email'],
      });
    for (let i = 0; i < 20; i++) expect((await notify()).status).toBe(201);
    const { status, headers, body } = await notify();
    expect([status, body.error.code, body.error.details]).toEqual([
      429,
      'RATE_LIMITED',
      { budget: 'mails_per_recipient', max: 20, recipient: user.email },
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await countOf(server, api, 'from app.notifications where tenant_id = $1')).toBe(20);
    // Links, codes and security notices have limits of their own.
    expect((await api.post('/v1/auth/magic-link', { email: user.email })).status).toBe(200);
    expect(await mails(`and template = 'magiclink'`)).toBe(1);
  });

  it('gets no more than that from simultaneous calls', async () => {
    await limit(server, api, { mails_per_recipient: 3 });
    const { user } = await createUser(api);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.post('/v1/notifications', {
          user_ids: [user.id],
          type: 'news',
          title: 'News',
          channels: ['email'],
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    expect(await mails()).toBe(3);
  });
});
