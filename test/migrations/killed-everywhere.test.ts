import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { findLosses } from '../../src/db/give-up.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { readServerUrl } from '../../src/process/server-address.ts';
import { good } from '../support/answers.ts';
import { createClient, createTenant } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { compiled, insula } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { seedSecrets } from '../support/seed-secrets.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { signUp } from '../support/users.ts';
import { keyOf, openInstallation } from './support.ts';

const [old, next] = [keyOf(1), keyOf(2)];
const bytesOf = (key: string) => Buffer.from(key, 'base64');
const nextPlatformKey = 'insp_that_takes_its_place';
const api = { api: true, worker: false };
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const dieAt = `--import=${at('../support/die-at.ts')}`;

type Opened = Awaited<ReturnType<typeof openInstallation>>;

/** Runs something again and again, killed at the next moment each time, until it runs through. @returns the moments */
async function killedEverywhere(
  match: RegExp,
  run: (env: Record<string, string>) => Promise<{ child: ChildProcess; output: () => string }>,
  afterEach: () => Promise<void>,
): Promise<string[]> {
  for (const seen: string[] = []; ; ) {
    const env = { DIE_AT: JSON.stringify({ match: match.source, seen }), NODE_OPTIONS: dieAt };
    const { child, output } = await run(env);
    const moment = /^killed (.+)$/m.exec(output())?.[1];
    if (moment === undefined) {
      expect([child.exitCode ?? 0, child.signalCode]).toEqual([0, null]);
      return seen;
    }
    await until(
      async () => child.signalCode,
      (signal) => signal === 'SIGKILL',
    );
    seen.push(moment);
    await afterEach();
  }
}

/** No secret is lost to a process that has both keys. */
async function lost({ db }: Opened, keys: string[]): Promise<number> {
  const client = await db.connect();
  const [first, ...also] = keys.map(bytesOf);
  const found = await findLosses(client as unknown as pg.Client, [first as Buffer, ...also]);
  client.release();
  return found.count;
}

it('kill -9 wherever a rotation writes loses nothing, and refuses no request afterwards', {
  timeout: 600_000,
}, async () => {
  const opened = await openInstallation();
  const { db, env, envWith, start, platformKey, reseal, ended } = opened;
  const first = await start(api, [old]);
  const server = { url: first.url, platformKey, db } as unknown as TestServer;
  const tenant = await createTenant(server);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  await seedSecrets(await createTenant(server), receiver.url);
  let { session } = await signUp(tenant);

  /** Signs with the key of tokens, opens and seals. */
  async function serves(url: string, keysOfOperator: string[]): Promise<void> {
    const client = createClient({ url }, tenant.token);
    await good(client.post('/v1/webhooks', { url: receiver.url, events: ['custom.never'] }));
    await good(createClient({ url }, session.access_token).get('/v1/auth/user'));
    const { refresh_token } = session;
    session = await good(createClient({ url }).post('/v1/auth/refresh', { refresh_token }));
    for (const key of keysOfOperator)
      await good(createClient({ url }, key).get('/admin/tenants?limit=1'));
  }
  /** An API process of its own, which is killed at the moments of `match`. */
  async function startKilled(
    keys: string[],
    platform: Record<string, string>,
    match: RegExp,
    afterEach: () => Promise<void>,
    use: (url: string) => Promise<unknown> = async () => {},
  ): Promise<string[]> {
    const dataDir = await temporaryFolder();
    return killedEverywhere(
      match,
      async (more) => {
        const process = insula(['start', '--api-only'], {
          ...{ ...envWith(keys), ...platform, DATA_DIR: dataDir, ...more },
        });
        const started = await process.printed(/Insula is ready|killed .+/);
        if (started[0].startsWith('killed')) await process.exit();
        else {
          await use(readServerUrl(dataDir) as string).catch(() => {});
          if (!process.output().includes('killed ')) {
            process.child.kill('SIGTERM');
            await process.exit();
          } else await process.exit();
        }
        return process;
      },
      afterEach,
    );
  }

  // Both rotations at once: each round has processes that are killed as they come, while another serves.
  const rounds = [
    { keys: [old, next], platform: [platformKey, nextPlatformKey] },
    { keys: [next, old], platform: [nextPlatformKey, platformKey] },
  ];
  const moments: string[] = [];
  let serving = first;
  for (const [n, { keys, platform }] of rounds.entries()) {
    const [key = '', also = ''] = platform;
    const given = { PLATFORM_ADMIN_KEY: key, PLATFORM_ADMIN_KEY_ALSO: also };
    const beside = n === 0 ? [platformKey] : [platformKey, nextPlatformKey];
    moments.push(
      ...(await startKilled(keys, given, /key_holder_seen/, async () => {
        await serves(serving.url, beside);
        expect(await lost(opened, [next, old])).toBe(0);
      })),
    );
    Object.assign(env, given);
    const before = serving;
    serving = await start(api, keys);
    await before.stop();
  }
  const { url } = serving;

  // The key that signs tokens.
  const signing = async (): Promise<number> =>
    (await db.query('select count(*)::int as count from app.signing_keys')).rows[0].count;
  const before = await signing();
  moments.push(
    ...(await startKilled(
      [next, old],
      {},
      /signing_key_add|signing_key_note/,
      () => serves(url, [platformKey, nextPlatformKey]),
      (rotating) => createClient({ url: rotating }, nextPlatformKey).post('/admin/keys/rotate', {}),
    )),
  );
  expect(await signing()).toBeGreaterThan(before);

  // The reseal. Those that were killed with the old key would count for 40 seconds.
  await db.query(
    `update app.key_holders set seen_at = seen_at - interval '1 minute' where pid <> $1`,
    [process.pid],
  );
  const path = await reseal(url);
  const subject = path.split('/').at(-1);
  const inForce = async (): Promise<number> =>
    (await db.query('select cardinality(app.keys_in_force()) as count')).rows[0].count;
  const writes =
    /^(?:commit|select worker\.(?:migration_next|signing_key_reseal|reseal_end)|update app\.\w+ t set \w+)/;
  moments.push(
    ...(await killedEverywhere(
      writes,
      async (more) => {
        const keys = [(await inForce()) === 2 ? old : next].map(bytesOf) as [Buffer];
        const worker = databaseUrls(env.DATABASE_URL, keys).worker;
        const given = JSON.stringify({ url: worker, keys: [next, old], subject });
        const child = spawn(process.execPath, [at('reseal-process.ts'), given], {
          env: { ...compiled, ...more },
        });
        let text = '';
        child.stderr.on('data', (chunk) => (text += chunk));
        await once(child, 'close');
        return { child, output: () => text };
      },
      async () => {
        // A statement that was on its way when the process ended has ended as well.
        await until(
          async () =>
            (await db.query(`select from pg_stat_activity where usename = 'insula_worker'`))
              .rowCount,
          (count) => count === 0,
        );
        await serves(url, [nextPlatformKey]);
        expect(await lost(opened, [next, old])).toBe(0);
      },
    )),
  );
  console.log(`killed at ${moments.length} moments`);
  expect(moments.length).toBeGreaterThanOrEqual(20);
  expect(await ended(url, path)).toMatchObject({ status: 'completed', error: null, failures: [] });
  expect(await inForce()).toBe(1);
  expect(await lost(opened, [next])).toBe(0);

  Object.assign(env, { PLATFORM_ADMIN_KEY: nextPlatformKey, PLATFORM_ADMIN_KEY_ALSO: '' });
  await serving.stop();
  const last = await start(api, [next]);
  await serves(last.url, [nextPlatformKey]);
  expect((await createClient({ url: last.url }, platformKey).get('/admin/tenants')).status).toBe(
    401,
  );
});
