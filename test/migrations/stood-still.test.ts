import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readServerUrl } from '../../src/process/server-address.ts';
import { good } from '../support/answers.ts';
import { createClient, createTenant } from '../support/api.ts';
import { sharedCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import type { TestServer } from '../support/server.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { keyOf, openInstallation } from './support.ts';

const [old, next] = [keyOf(1), keyOf(2)];
const runCli = sharedCli();

it('a process that stood still until a reseal had ended seals nothing with the old key, and ends', async () => {
  const { db, start, envWith, platformKey, reseal, ended } = await openInstallation();
  const first = await start({ api: true, worker: false }, [old, next]);
  const server = { url: first.url, platformKey, db } as unknown as TestServer;
  const { token } = await createTenant(server);

  const folder = await temporaryFolder();
  const later = join(folder, 'later');
  // Its machine is suspended: the clock of the day goes on meanwhile, by a minute where there is this file.
  const clock = `import{existsSync}from'node:fs';const now=Date.now;Date.now=()=>now()+(existsSync(${JSON.stringify(later)})?60000:0)`;
  const env = {
    ...envWith([old, next]),
    DATA_DIR: folder,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
  };
  const still = insula(['start', '--api-only'], env);
  await still.printed(/Insula is ready/);
  const at = createClient({ url: readServerUrl(folder) as string }, token);
  const webhook = { url: 'https://a.example', events: ['*'] };
  await good(at.post('/v1/webhooks', webhook));
  still.child.kill('SIGSTOP');
  await writeFile(later, '');
  await db.query(
    `update app.key_holders set seen_at = seen_at - interval '1 minute' where pid = $1`,
    [still.child.pid],
  );

  await first.stop();
  const { url } = await start({ api: true, worker: true }, [next, old]);
  expect(await ended(url, await reseal(url))).toMatchObject({ status: 'completed', failures: [] });

  // Its next sign of life waits until the test has seen what it does before.
  const holder = await db.connect();
  await holder.query('begin; lock table app.encryption_keys in exclusive mode');
  still.child.kill('SIGCONT');
  const refused = await at.post('/v1/webhooks', webhook);
  expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect((await good(at.get('/v1/webhooks'))).length).toBe(1);
  await untilBlocked(db, holder);
  await holder.query('rollback');
  holder.release();
  expect(await still.exit()).toBe(1);
  expect(still.output()).toContain('taken out of force by a reseal');
});

it('every command that may seal is refused without a key that is in force, as a start is', async () => {
  const { start, envWith } = await openInstallation();
  for (const keys of [
    [old, next],
    [next, old],
  ])
    await (await start({ api: true, worker: false }, keys)).stop();
  // `citus distribute` takes its key by the same way (settleKey), and needs a cluster to get that far.
  const commands = [
    ['start', '--api-only'],
    ['start', '--worker-only'],
    ['migrate', 'up'],
    ['migrate', 'rewound'],
  ];
  for (const args of commands) {
    const { code, stderr } = await runCli(args, envWith([old]));
    expect([args.join(' '), code, stderr]).toEqual([
      args.join(' '),
      1,
      expect.stringContaining('This process lacks an ENCRYPTION_KEY that is in force'),
    ]);
  }
  expect((await runCli(['migrate', 'up'], envWith([old, next]))).code).toBe(0);
});
