import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer } from '../messages/support.ts';
import type { TenantClient } from '../support/api.ts';
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

const setOutbound = (api: TenantClient, outbound: 'on' | 'off') =>
  made(api.as(server.platformKey).patch(`/admin/tenants/${api.tenant.id}`, { outbound }));
const arrived = () => [
  ...receiver.requests.map(({ path }) => path),
  ...mails.mails.map(() => 'mail'),
];
/** The records of a tenant that say whether something left it, with their statuses and errors. */
const outcomes = async ({ tenant }: TenantClient) => {
  const { rows } = await server.db.query(
    `select 'webhook' as kind, status, error from app.webhook_deliveries where tenant_id = $1
     union all select channel, status, error from app.messages where tenant_id = $1
     union all select 'automation', status, error from app.automation_runs where tenant_id = $1
     union all select 'function', status, coalesce(error, output::text)
       from app.function_runs where tenant_id = $1
     union all select 'job', status, error from app.job_runs where tenant_id = $1
     union all select 'integration', status, error from app.integration_syncs where tenant_id = $1
     order by 1`,
    [tenant.id],
  );
  return rows as Array<{ kind: string; status: string; error: string | null }>;
};
const isOver = (rows: Array<{ status: string }>, count: number) =>
  rows.length >= count &&
  rows.every(
    ({ status }) => !['queued', 'running', 'pending', 'retrying', 'waiting'].includes(status),
  );

describe('a tenant with outbound off', () => {
  it('shows the operator whether anything leaves it, and its own callers nothing of it', async () => {
    const all = await equipped(server, receiver);
    const admin = all.api.as(server.platformKey);
    const path = `/admin/tenants/${all.api.tenant.id}`;
    const fresh = { outbound: 'on', cloned_from: null, is_sandbox: false, parent_tenant_id: null };
    expect(await made(admin.get(path))).toMatchObject({ ...fresh, expires_at: null });
    expect(await setOutbound(all.api, 'off')).toMatchObject({ ...fresh, outbound: 'off' });
    expect(await made(all.api.get('/v1/tenants/current'))).not.toHaveProperty('outbound');
    const own = await all.api.patch('/v1/tenants/current', { outbound: 'on' });
    expect(own.status).toBe(400);
    expect((await admin.patch(path, { outbound: 'maybe' })).status).toBe(400);
  });

  it('sends nothing of what is queued, says so in each record, and nothing old after it is on', async () => {
    const all = await equipped(server, receiver);
    const { api, job, webhook } = all;
    const before = arrived().length;
    await setOutbound(api, 'off');
    await made(api.post('/v1/events', { event_type: 'begun' }));
    await made(api.post(`/v1/functions/${all.queued.id}/execute`, { async: true }));
    await made(api.post(`/v1/scheduled-jobs/${job.id}/execute`));
    const mail = { to: 'a@example.com', subject: 'Now', text: 'Now' };
    await made(api.post('/v1/email/send', mail));
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = await made(api.post('/v1/email/send', { ...mail, scheduled_at: later }));
    await server.db.query(
      `select set_config('app.principal', '{"type":"system","id":"test"}', false),
         app.message_send($1, 'sms', '+14155550100', 'sms', '{"otp": "123456"}')`,
      [api.tenant.id],
    );
    // Due since before it was off.
    await server.db.query(
      `update app.schedules set next_run_at = now() - interval '1 day' where tenant_id = $1`,
      [api.tenant.id],
    );
    const rows = await until(
      async () => (await outcomes(api)).filter(({ status }) => status !== 'queued'),
      (found) => isOver(found, 6),
      20,
    );
    const found = Object.fromEntries(rows.map(({ kind, ...row }) => [kind, row]));
    expect(found).toMatchObject({
      webhook: { status: 'muted', error: expect.stringContaining('outbound was off') },
      email: { status: 'muted', error: expect.stringContaining('outbound was off') },
      sms: { status: 'muted' },
      job: { status: 'failed', error: expect.stringContaining('Nothing leaves this tenant') },
    });
    expect(JSON.stringify(found.function)).toContain('Nothing leaves this tenant');
    await until(
      async () => (await made(api.get(`/v1/scheduled-jobs/${job.id}`))).next_run_at as string,
      (next) => Date.parse(next) > Date.now(),
    );
    const { rows: runs } = await server.db.query(
      'select count(*)::int as n from app.job_runs where tenant_id = $1',
      [api.tenant.id],
    );
    expect(runs).toEqual([{ n: 1 }]);
    const muted = await made(api.get('/v1/email?status=muted'));
    expect(muted.results).toMatchObject([{ status: 'muted' }, { status: 'muted' }]);
    const { deliveries } = await made(api.get('/v1/webhook-deliveries?status=muted'));
    expect(deliveries).toMatchObject([{ webhook_id: webhook.id, status: 'muted' }]);
    const again = await api.post(`/v1/webhook-deliveries/${deliveries[0].id}/retry`);
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_STATE']);
    // The local models answer: they are here.
    const local = await api.post('/v1/ai/embeddings', { input: 'words' });
    expect([local.status, local.body.error]).toEqual([200, undefined]);
    expect(arrived()).toHaveLength(before);

    await setOutbound(api, 'on');
    // A mail of before that becomes due now.
    await server.db.query(
      `update app.messages set due_at = now() where tenant_id = $1 and id = $2`,
      [api.tenant.id, scheduled.id],
    );
    await until(
      async () => (await made(api.get(`/v1/email/${scheduled.id}`))).status,
      (status) => status === 'muted',
    );
    await made(api.post('/v1/events', { event_type: 'begun' }));
    await until(
      async () => arrived().slice(before),
      (sent) => sent.includes('/hook') && sent.includes('/action'),
    );
    expect(arrived().slice(before).toSorted()).toEqual(['/action', '/hook']);
  });

  it('mutes what a worker had not looked at when it was set to on again', async () => {
    const idle = await startTestServer({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
    try {
      const all = await equipped(idle, receiver);
      const { api } = all;
      const before = arrived().length;
      const admin = api.as(idle.platformKey);
      const path = `/admin/tenants/${api.tenant.id}`;
      await made(admin.patch(path, { outbound: 'off' }));
      await made(api.post('/v1/events', { event_type: 'begun' }));
      await made(admin.patch(path, { outbound: 'on' }));
      await made(api.post('/v1/events', { event_type: 'begun', data: { n: 2 } }));
      const look = (limit: number) =>
        idle.db.query('select worker.dispatch_tenant($1, $2)', [api.tenant.id, limit]);
      await look(1000);
      await look(1000);
      const { rows } = await idle.db.query(
        `select worker.work_claim(k, '', '{}', 10, 10, '20 s')->'items' as items
         from unnest('{webhook,automation}'::text[]) k`,
      );
      expect(rows[0].items).toMatchObject([{ is_muted: false }]);
      expect(rows[1].items).toMatchObject([{ is_muted: true }, { is_muted: false }]);
      const { deliveries } = await made(api.get('/v1/webhook-deliveries'));
      expect(deliveries).toMatchObject([{ status: 'pending' }, { status: 'muted' }]);
      expect(arrived()).toHaveLength(before);
    } finally {
      await idle.close();
    }
  });

  it('refuses requests that need another server with 409 and the way out of it, and no other tenant is', async () => {
    const all = await equipped(server, receiver);
    const { api, called, integration, provider, webhook } = all;
    const other = await equipped(server, receiver);
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
    await made(
      api.post('/v1/auth-config', { oauth: { acme: oauth }, site_url: 'https://app.example' }),
    );
    await setOutbound(api, 'off');
    const before = arrived().length;
    const anyone = api.as(undefined);
    const tenant_id = api.tenant.id;
    const email = 'a@example.com';
    // This process learns of it within a second.
    await until(
      async () => (await api.post(`/v1/webhooks/${webhook.id}/test`)).status,
      (status) => status === 409,
    );
    const known = arrived().length;
    const asked: Record<string, Promise<{ status: number; body: Json }>> = {
      'a test of a webhook': api.post(`/v1/webhooks/${webhook.id}/test`),
      'a sync': api.post(`/v1/integrations/${integration.id}/sync`),
      'a try of an integration': api.post(`/v1/integrations/${integration.id}/sync?dry_run=true`),
      'a try of another PostgreSQL': api.post(`/v1/integrations/${database.id}/sync?dry_run=true`),
      embeddings: api.post('/v1/ai/embeddings', { input: 'words', provider_id: provider.id }),
      'generated text': api.post('/v1/ai/generate', { prompt: 'Say', provider_id: provider.id }),
      'a picture of the net': api.post('/v1/ai/describe-image', {
        url: `${receiver.url}/source`,
        provider_id: provider.id,
      }),
      moderation: api.post('/v1/ai/moderate', { input: 'words', provider_id: provider.id }),
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
      'a code': anyone.post('/v1/auth/otp', { email, tenant_id }),
      'a magic link': anyone.post('/v1/auth/magic-link', { email, tenant_id }),
      'a forgotten password': anyone.post('/v1/auth/forgot-password', { email, tenant_id }),
      'a link to the portal': anyone.post('/v1/portal/auth/request', { email, tenant_id }),
    };
    for (const [name, answer] of Object.entries(asked)) {
      const { status, body } = await answer;
      expect([name, status, body.error]).toEqual([
        name,
        409,
        expect.objectContaining({
          code: 'INVALID_STATE',
          message: expect.stringContaining('Nothing leaves this tenant'),
        }),
      ]);
    }
    const run = await api.post(`/v1/functions/${called.id}/execute`, {});
    expect(JSON.stringify(run.body)).toContain('Nothing leaves this tenant');
    const captcha = {
      provider: 'turnstile',
      site_key: 'd',
      secret: 'c',
      verify_url: `${receiver.url}/captcha`,
    };
    await made(api.post('/v1/auth-config', { captcha }));
    const signUp = { email, password: 'correct horse', turnstile_token: 't', tenant_id };
    expect((await anyone.post('/v1/auth/signup', signUp)).status).toBe(409);
    expect(arrived()).toHaveLength(known);
    expect(known - before).toBeLessThan(100);
    expect(peer.heard).toEqual([]);

    const { status_code } = await made(other.api.post(`/v1/webhooks/${other.webhook.id}/test`));
    expect(status_code).toBe(200);
    await setOff(server, other, 'other');
    await until(
      async () => new Set(arrived().slice(known)),
      (sent) =>
        ['/hook', '/action', '/job', '/queued', '/source', '/texts', 'mail'].every((one) =>
          sent.has(one),
        ),
    );
  });
});
