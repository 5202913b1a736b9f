import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { holdOutbound } from '../../src/db/call.ts';
import { withClient } from '../../src/db/client.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { startMailServer } from '../messages/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { type Listener, listen } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { answers, equipped, made, setOff } from './equipped.ts';
import { rawPeer } from './receiver.ts';

type Json = Record<string, unknown>;

/** Everything that could be reached: one server for all that speaks HTTP, a mail server. */
let receiver: Listener;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
beforeAll(async () => {
  receiver = await listen(answers);
  mails = await startMailServer();
  server = await startTestServer({
    WORKER: 'on',
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
    SMTP_URL: mails.url,
    SMS_WEBHOOK_URL: `${receiver.url}/texts`,
    STRIPE_SECRET_KEY: 'sk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
    STRIPE_API_BASE: receiver.url,
  });
});
afterAll(async () => {
  await server.close();
  await Promise.all([receiver.close(), mails.close()]);
});

const outbound = (...args: string[]) => outboundAt(server, ...args);
const outboundAt = async (server: TestServer, ...args: string[]) => {
  const { code, stdout, stderr } = await runCli(['outbound', ...args], {
    DATABASE_URL: String(server.config.databaseUrl),
    ENCRYPTION_KEY: inject('server').encryptionKey,
    DATA_DIR: server.config.dataDir,
  });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};
const waiting = async (): Promise<Record<string, number>> => {
  const { rows } = await server.db.query('select app.outbound_state() as state');
  return rows[0].state.waiting;
};
const one = { webhook: 1, automation: 1, function: 1, job: 1, integration: 1, email: 1, sms: 1 };

/** Has the worker do something that stays within: it has looked at all that was queued before. */
async function workerLooks(api: TenantClient): Promise<void> {
  const { id } = await made(
    api.post('/v1/data/export', { object_type_id: 'things', format: 'json' }),
  );
  await until(
    () => made(api.get(`/v1/data/exports`)),
    ({ results }) => results.find((one: Json) => one.id === id)?.status === 'completed',
  );
}
const arrived = () => [
  ...receiver.requests.map(({ path }) => path),
  ...mails.mails.map(() => 'mail'),
];

describe('a hold of what leaves', () => {
  it('begins with a process that has only the address of insula_api, which cannot end it', async () => {
    const url = databaseUrls(String(server.config.databaseUrl), server.config.encryptionKey).api;
    await withClient(url, 'test', async (client) => {
      expect(await holdOutbound(client, false)).toBe(false);
      expect(await holdOutbound(client, true)).toBe(true);
      expect(await holdOutbound(client, false)).toBe(true);
      await expect(client.query('select app.outbound_set(false)')).rejects.toThrow(/denied/);
    });
    expect(await outbound('release')).toContain('discarded: nothing');
  });

  it('keeps everything that is queued, and "release --send" lets it go', async () => {
    const all = await equipped(server, receiver);
    expect(await outbound('hold')).toContain('nothing leaves');
    await setOff(server, all, 'first');
    await until(waiting, (counts) => Object.keys(counts).length === 7);
    expect(await waiting()).toEqual(one);
    await workerLooks(all.api);
    expect(arrived()).toEqual([]);
    const { rows } = await server.db.query(
      `select sum(attempts)::int as tried from (select attempts from app.work where kind <> 'task'
       union all select attempts from app.messages) t`,
    );
    expect(rows).toEqual([{ tried: 0 }]);
    expect(await outbound('status')).toMatch(/held since 20.*\nwaiting: 1 automation, 1 email/);

    expect(await outbound('release', '--send')).toContain('to be sent: 1 automation, 1 email');
    const ways = ['/action', '/hook', '/job', '/queued', '/source', '/texts', 'mail'];
    await until(
      async () => arrived(),
      (sent) => sent.length === ways.length,
    );
    expect(arrived().toSorted()).toEqual(ways);
    expect(await outbound('status')).toContain('open: calls go out');
  });

  it('discards what follows from events that no worker has looked at, as on a copy without one', async () => {
    const idle = await startTestServer({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
    try {
      const api = await createTenant(idle);
      await made(api.post('/v1/webhooks', { url: `${receiver.url}/hook`, events: ['custom.*'] }));
      await made(api.post('/v1/events', { event_type: 'begun' }));
      await outboundAt(idle, 'hold');
      expect(JSON.parse(await outboundAt(idle, 'release', '--json'))).toMatchObject({
        held: false,
        discarded: { webhook: 1 },
        waiting: {},
      });
    } finally {
      await idle.close();
    }
  });

  it('refuses requests that need another server with 503 and the reason', async () => {
    const all = await equipped(server, receiver);
    const { api, called, integration, provider, webhook } = all;
    const peer = await rawPeer((socket) => socket.destroy());
    const database = await made(
      api.post('/v1/integrations', {
        name: 'database',
        provider: 'postgres',
        object_type_id: 'things',
        config_json: {
          host: '127.0.0.1',
          port: peer.port,
          database: 'shop',
          username: 'shop',
          password: 'secret',
          tls: 'off',
          query: 'select code from items',
        },
        mapping: [{ from: 'code', to: 'code' }],
        sync_direction: 'inbound',
      }),
    );
    const oauth = { enabled: true, issuer: receiver.url, client_id: 'a', client_secret: 'b' };
    const captcha = {
      provider: 'turnstile',
      site_key: 'd',
      secret: 'c',
      verify_url: `${receiver.url}/captcha`,
    };
    await made(
      api.post('/v1/auth-config', { oauth: { acme: oauth }, site_url: 'https://app.example' }),
    );
    const before = arrived().length;
    await outbound('hold');

    const anyone = api.as(undefined);
    const tenant_id = api.tenant.id;
    const asked: Record<string, Promise<{ status: number; body: Json }>> = {
      'a test of a webhook': api.post(`/v1/webhooks/${webhook.id}/test`),
      'a try of an integration': api.post(`/v1/integrations/${integration.id}/sync?dry_run=true`),
      'a try of another PostgreSQL': api.post(`/v1/integrations/${database.id}/sync?dry_run=true`),
      embeddings: api.post('/v1/ai/embeddings', { input: 'words', provider_id: provider.id }),
      'generated text': api.post('/v1/ai/generate', { prompt: 'Say', provider_id: provider.id }),
      'metadata of SAML': api.post('/v1/auth/saml/providers', {
        name: 'idp',
        metadata_url: `${receiver.url}/metadata`,
      }),
      'an id_token': anyone.post('/v1/auth/token?grant_type=id_token', {
        provider: 'acme',
        id_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
        tenant_id,
      }),
      'a checkout': api.post('/v1/billing/checkout', {
        plan: 'pro',
        interval: 'year',
        quantity: 1,
        success_url: 'https://app.example/paid',
      }),
    };
    for (const [name, answer] of Object.entries(asked)) {
      const { status, body } = await answer;
      expect([name, status, body.error]).toEqual([
        name,
        503,
        expect.objectContaining({ message: expect.stringContaining('Nothing leaves') }),
      ]);
    }
    const run = await api.post(`/v1/functions/${called.id}/execute`, {});
    expect(JSON.stringify(run.body)).toContain('Nothing leaves');
    await made(api.post('/v1/auth-config', { captcha }));
    const signUp = {
      email: 'a@example.com',
      password: 'correct horse',
      turnstile_token: 't',
      tenant_id,
    };
    expect((await anyone.post('/v1/auth/signup', signUp)).status).toBe(503);

    expect(arrived()).toHaveLength(before);
    expect(peer.heard).toEqual([]);
    expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    const ready = (await (await fetch(`${server.url}/ready`)).json()) as { data: Json };
    expect(ready.data.checks).toMatchObject({ outbound: 'held' });
    const metrics = await fetch(`${server.url}/metrics`, {
      headers: { authorization: `Bearer ${server.platformKey}` },
    });
    expect(await metrics.text()).toContain('\ninsula_outbound_held 1\n');
    await outbound('release');
  });

  it('"release" by itself discards held work, marks its records, and sends later work', async () => {
    const all = await equipped(server, receiver);
    const { api, job, webhook } = all;
    const [before, mailsBefore] = [receiver.requests.length, mails.mails.length];
    const since = () =>
      receiver.requests
        .slice(before)
        .map(({ path }) => path)
        .toSorted();
    await outbound('hold');
    await setOff(server, all, 'second');
    await until(waiting, (counts) => Object.keys(counts).length === 7);
    // One that was due long ago, as in a copy of yesterday.
    const { rows } = await server.db.query(
      `update app.schedules set next_run_at = now() - interval '1 day'
       where tenant_id = $1 and kind = 'job' returning subject_id`,
      [api.tenant.id],
    );
    expect(rows).toEqual([{ subject_id: job.id }]);
    expect(JSON.parse(await outbound('discard', '--json'))).toMatchObject({
      held: true,
      discarded: {
        webhook: 1,
        automation: 1,
        function: 1,
        job: 1,
        integration: 1,
        message: 2,
        schedule: 1,
      },
    });
    expect(JSON.parse(await outbound('release', '--json'))).toMatchObject({
      held: false,
      discarded: {},
    });
    await workerLooks(api);
    expect(since()).toEqual([]);
    expect(mails.mails).toHaveLength(mailsBefore);
    const { deliveries } = await made(api.get('/v1/webhook-deliveries'));
    expect(deliveries).toMatchObject([
      { status: 'dead', error: expect.stringContaining('the operator held') },
    ]);
    const { results } = await made(api.get('/v1/email'));
    expect(new Set(results.map(({ status }: Json) => status))).toEqual(new Set(['suppressed']));
    const next = await made(api.get(`/v1/scheduled-jobs/${job.id}`));
    expect(Date.parse(next.next_run_at)).toBeGreaterThan(Date.now());

    await made(api.post('/v1/events', { event_type: 'begun' }));
    await until(
      async () => since(),
      (sent) => sent.length === 2,
    );
    expect(since()).toEqual(['/action', '/hook']);
    // A delivery is not lost: it can be sent after all.
    await made(api.post(`/v1/webhook-deliveries/${deliveries[0].id}/retry`));
    await until(
      async () => since(),
      (sent) => sent.length === 3,
    );
    expect(webhook.id).toBe(deliveries[0].webhook_id);
    // Nothing is held any more: nothing is taken away.
    expect(await outbound('release')).toContain('nothing was held');
  });
});
