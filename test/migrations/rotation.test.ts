import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { findLosses } from '../../src/db/give-up.ts';
import { upload } from '../files/support.ts';
import { create as createShortUrl } from '../short-urls/support.ts';
import { good } from '../support/answers.ts';
import { createClient, createTenant } from '../support/api.ts';
import { startReceiver, verify } from '../support/receiver.ts';
import { seedSecrets } from '../support/seed-secrets.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { signUp } from '../support/users.ts';
import { createWebhook } from '../webhooks/support.ts';
import { keyOf, openInstallation } from './support.ts';

const [old, next] = [keyOf(1), keyOf(2)];
const api = { api: true, worker: false };
const worker = { api: false, worker: true };

it('replaces ENCRYPTION_KEY in four steps without a refused request', async () => {
  const { db, start, operatorAt, reseal, ended, platformKey } = await openInstallation();
  const processes = [await start(api, [old]), await start(api, [old]), await start(worker, [old])];
  const urlOf = (n: number) => processes[n]?.url as string;

  // Made with the old key.
  const server = { url: urlOf(0), platformKey, db } as unknown as TestServer;
  const tenant = await createTenant(server);
  const receiver = await startReceiver();
  await seedSecrets(await createTenant(server), receiver.url);
  const user = await signUp(tenant);
  let { refresh_token, access_token } = user.session;
  const file = await upload(tenant, 'of the old key');
  const signed = await good(tenant.post(`/v1/files/${file.id}/signed-url`, { expires_in: 3600 }));
  const webhook = await createWebhook(tenant, receiver, { events: ['custom.*'] });
  const type = await good(tenant.post('/v1/object-types', { name: 'note' }));
  for (const title of ['a', 'b', 'c'])
    await good(tenant.post(`/v1/objects/${type.name}`, { properties: { title } }));

  // Requests that go on all the while, at whichever process serves.
  const repeated = { url: receiver.url, events: ['custom.never'] };
  const ids = new Set<string>();
  const serving = new Set([0, 1]);
  const refused: string[] = [];
  const asked = { count: 0, isEnded: false };
  async function ask(url: string) {
    const at = (token: string) => createClient({ url }, token);
    const note = (name: string, status: number, body: unknown) => {
      asked.count += 1;
      if (status >= 300) refused.push(`${name}: ${status} ${JSON.stringify(body)}`);
    };
    const me = await at(access_token).get('/v1/auth/sessions');
    note('session', me.status, me.body);
    const again = await createClient({ url }).post('/v1/auth/refresh', { refresh_token });
    note('refresh', again.status, again.body);
    ({ refresh_token, access_token } = again.body.data ?? { refresh_token, access_token });
    const content = await fetch(url + signed.url);
    note('signed url', content.status, await content.text());
    const page = await at(tenant.token).get(`/v1/objects/${type.name}/list?limit=1`);
    const cursor = page.body.data?.next_cursor;
    const more = await at(tenant.token).get(
      `/v1/objects/${type.name}/list?limit=1&cursor=${cursor}`,
    );
    note('cursor', more.status, more.body);
    const changed = await at(tenant.token).post('/v1/events', { event_type: 'rung' });
    note('event', changed.status, changed.body);
    // Repeated all the while, at whichever process: its answer holds a secret.
    const same = await at(tenant.token).post('/v1/webhooks', repeated, { 'idempotency-key': 'k' });
    note('repeated', same.status === 201 ? 200 : same.status, same.body);
    ids.add(same.body.data?.id);
  }
  let asking: Promise<void> = Promise.resolve();
  const load = (async () => {
    for (let n = 0; !asked.isEnded; n++) {
      const urls = [...serving].map(urlOf);
      asking = urls.length > 0 ? ask(urls[n % urls.length] as string) : nextTick();
      await asking;
    }
  })();
  // A test that fails ends its processes, which refuses requests.
  load.catch(() => {});
  onTestFinished(() => {
    asked.isEnded = true;
  });

  /** A round of restarts: one process after the other. */
  async function restartAll(keys: string[]) {
    for (const [n, parts] of [api, api, worker].entries()) {
      serving.delete(n);
      await asking;
      await processes[n]?.stop();
      processes[n] = await start(parts, keys);
      if (parts.api) serving.add(n);
    }
  }
  /** A webhook is still signed with the secret of before. */
  async function hear() {
    const before = receiver.received.length;
    const [last] = (await receiver.until(before + 1)).slice(-1);
    expect(() => verify(webhook.secret, last as never)).not.toThrow();
  }
  const keyCheck = async () => {
    const health = await good(operatorAt(urlOf(0)).get('/admin/health'));
    return health.checks.find(({ name }: { name: string }) => name === 'encryption_key');
  };

  const link = await createShortUrl(tenant);
  const decoys = new Set<string>();
  /** A stranger comes to each process: whatever keys it has, they are the same one, and no account begins or ends. */
  async function come() {
    const headers = { 'x-tenant-id': tenant.tenant.id };
    for (const n of serving) {
      const stranger = createClient({ url: urlOf(n) });
      expect((await stranger.get(`/s/${link.slug}`, undefined, headers)).status).toBe(302);
      const email = { email: 'stranger@example.com' };
      const path = '/v1/auth/passkeys/authenticate/options';
      const { options } = await good(stranger.post(path, email, headers));
      decoys.add(options.allowCredentials[0].id);
    }
  }
  const stats = () =>
    good(createClient({ url: urlOf(0) }, tenant.token).get(`/v1/short-urls/${link.id}/stats`));
  await come();

  // Wrong orders.
  await expect(start(worker, [next])).rejects.toThrow(/fingerprint/);
  await expect(start(worker, [next, old])).rejects.toThrow(/is new, and not known to process/);

  await restartAll([old, next]);
  await hear();
  await come();
  expect(await keyCheck()).toMatchObject({ level: 'ok' });
  const early = await reseal(urlOf(0));
  // Nothing is sealed with another key yet.
  expect(await ended(urlOf(0), early)).toMatchObject({
    status: 'completed',
    progress: { done: 0 },
  });

  serving.delete(0);
  await asking;
  await processes[0]?.stop();
  processes[0] = await start(api, [next, old]);
  serving.add(0);
  await come();
  await expect(start(worker, [old])).rejects.toThrow(/lacks an ENCRYPTION_KEY that is in force/);
  await restartAll([next, old]);
  await hear();
  expect(await keyCheck()).toMatchObject({ level: 'warning' });
  await expect(start(worker, [next])).rejects.toThrow(/the server knows .* ENCRYPTION_KEY_ALSO/);

  const done = await ended(urlOf(1), await reseal(urlOf(1)));
  expect(done).toMatchObject({ status: 'completed', failures: [], error: null });
  expect(done.progress.done).toBeGreaterThan(20);
  expect(done.progress.total).toBe(done.progress.done);
  expect(await keyCheck()).toMatchObject({ level: 'ok', value: 0 });
  const client = await db.connect();
  const { count, known, ours } = await findLosses(client as never, Buffer.from(next, 'base64'));
  client.release();
  expect([count, known]).toEqual([0, ours]);
  // Connections that are opened from now on need the other password.
  serving.clear();
  await asking;
  await db.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename in ('insula_api', 'insula_worker')`,
  );
  for (const n of [0, 1]) {
    await until(
      () => createClient({ url: urlOf(n) }, tenant.token).get(`/v1/objects/${type.name}/list`),
      ({ status }) => status === 200,
    );
    serving.add(n);
  }
  await hear();

  expect(refused).toEqual([]);
  expect(ids.size).toBe(1);
  await come();
  const { by_day } = await until(stats, ({ clicks }) => clicks === 8);
  expect(by_day.every(({ unique }: { unique: number }) => unique <= 1)).toBe(true);

  // All that the old key has signed ends.
  await restartAll([next]);
  await hear();
  await come();
  expect(decoys.size).toBe(1);
  await expect(start(worker, [old, next])).rejects.toThrow(/is new, and not known to process/);
  asked.isEnded = true;
  await load;
  expect(asked.count).toBeGreaterThan(50);
  expect(refused.filter((text) => !/^signed url: 403|^repeated: 422/.test(text))).toEqual([]);
  await receiver.close();
});
