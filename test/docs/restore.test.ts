import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { start } from '../durability/start.ts';
import { createClient } from '../support/api.ts';
import { clientPrograms } from '../support/client-programs.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startFreshPostgres } from '../support/fresh-postgres.ts';
import { insula } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { blocks, page, root } from './pages.ts';

const run = promisify(execFile);
const operations = page('docs/operate/operations.md');

/** The text of a section, without those after it. */
const section = (title: string) =>
  operations.slice(operations.indexOf(`\n${title}\n`)).split(/\n##+ /)[1] as string;

it('docs/operate/operations.md: a dump comes back by its own lines, and sends nothing until it is told', {
  timeout: 400_000,
}, async () => {
  const bin = clientPrograms();
  if (!bin) return;
  const folder = await temporaryFolder();
  await rename(await startedFolder(), join(folder, 'data')).catch(async () =>
    run('cp', ['-a', `${await startedFolder()}/.`, join(folder, 'data')]),
  );
  await mkdir(join(folder, 'bin'));
  const npx = join(folder, 'bin', 'npx');
  await writeFile(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${root}src/cli.ts' "$@"\n`);
  await chmod(npx, 0o755);
  const path = [join(folder, 'bin'), bin, process.env.PATH].join(delimiter);
  const shell = async (lines: string, env: Record<string, string> = {}) =>
    run('sh', ['-ec', lines], { cwd: folder, env: { PATH: path, ...env }, maxBuffer: 2 ** 26 });

  // The old server: a webhook and a mail are waiting, and no worker has looked at them.
  const receiver = await startReceiver();
  const opened = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
  const dataDir = join(folder, 'data');
  const old = await start(dataDir, { WORKER: 'off', ...opened });
  const { api } = old;
  await api.post('/v1/object-types', { name: 'things' });
  await api.post('/v1/object-types/things/properties', { name: 'n', data_type: 'number' });
  await api.post('/v1/webhooks', { url: receiver.url, events: ['object.created'] });
  const { body: thing } = await api.post('/v1/objects/things', { properties: { n: 1 } });
  await api.post('/v1/email/send', { to: 'a@example.com', subject: 'Old', text: 'Old' });
  const asked = { sql: 'select n from things' };
  const answer = (await api.post('/v1/sql', asked)).body.data;
  const since = (await api.get('/v1/changes?since=now')).body.data.next_since;

  const [dump = '', dumpEmbedded = '', restore = '', begin = ''] = blocks(
    section('### A dump, and back'),
    'sh',
  );
  const rightsAt = async (name: string) =>
    (await shell(`pg_dump --schema-only '${name}'`)).stdout
      .split('\n')
      // Those on functions of PostgreSQL itself are a superuser's; constraints come back with other parentheses.
      .filter((line) => !/^--|^\\|pg_catalog\.|CONSTRAINT/.test(line) && line !== '')
      .toSorted();
  const oldUrl = runningOwnerUrl(dataDir) as string;
  await shell(dump, { DATABASE_URL: oldUrl });
  await shell(dumpEmbedded);
  const before = await rightsAt(oldUrl);
  old.process.child.kill('SIGTERM');
  await old.process.exit();

  // A new server, which has never heard of Insula.
  const fresh = await startFreshPostgres();
  const superuser = `postgres://${fresh.user}:${fresh.password}@${fresh.host}:${fresh.port}/postgres`;
  const [roleAndDatabase = ''] = blocks(section('## A PostgreSQL of your own'), 'sql');
  await writeFile(join(folder, 'make.sql'), roleAndDatabase);
  await shell(`psql -v ON_ERROR_STOP=1 -f make.sql '${superuser}'`);
  const here = (lines: string) => lines.replaceAll('@localhost/', `@${fresh.host}:${fresh.port}/`);
  const restored = await shell(here(restore));
  expect(restored.stdout).toContain('roles: ready');
  expect(restored.stderr).not.toContain('error');
  // The first advice of doctor must not make the copy send work that the original has sent.
  const [given = ''] = here(restore).split('npx', 1);
  const looked = (await shell(`${given}\nnpx insula doctor || true`)).stdout;
  expect(looked).toMatch(/✗ history: another server/);
  expect(looked).toMatch(/worker: none.*\n.*OUTBOUND=hold insula start --api-only/);
  const keyless = { DATABASE_URL: here('postgres://insula_admin:secret@localhost/insula') };
  const blind = { ...keyless, DATA_DIR: await temporaryFolder() };
  expect((await shell('npx insula doctor || true', blind)).stdout).toContain(
    `✗ encryption key: none is set or kept in ${blind.DATA_DIR}/secrets, and this database holds secrets`,
  );
  // It can be repeated.
  const [exports = ''] = here(restore).split('npx', 1);
  await shell(`${exports}\nnpx insula migrate roles`);

  const env = {
    ...opened,
    DATABASE_URL: here('postgres://insula_admin:secret@localhost/insula'),
    ENCRYPTION_KEY: (await readFile(join(dataDir, 'secrets', 'encryption-key'), 'utf8')).trim(),
    PLATFORM_ADMIN_KEY: (
      await readFile(join(dataDir, 'secrets', 'platform-admin-key'), 'utf8')
    ).trim(),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  };
  const [, set = '', value = '', args = ''] = /^(\w+)=(\w+) npx insula (.*)$/m.exec(begin) ?? [];
  const started = insula(args.split(' '), { ...env, [set]: value, PORT: '0' });
  await started.printed(/nothing leaves this installation/);
  const url = await until(
    async () => readFile(join(dataDir, 'url'), 'utf8').catch(() => ''),
    (found) => found !== '',
  );
  const token = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
  const copy = createClient({ url: url.trim() }, token);
  expect((await copy.get(`/v1/objects/things/${thing.data.id}`)).body.data.properties).toEqual({
    n: 1,
  });
  expect((await copy.post('/v1/sql', asked)).body.data).toMatchObject({ rows: answer.rows });
  expect((await copy.post('/v1/objects/things', { properties: { n: 2 } })).status).toBe(201);
  expect((await copy.get(`/v1/changes?since=${since}`)).status).toBe(200);

  // Every role may do what it could do before.
  expect(await rightsAt(env.DATABASE_URL)).toEqual(before);

  // A worker that knows nothing of the variable.
  const worker = insula(['start', '--worker-only'], env);
  await worker.printed(/nothing leaves this installation/);
  const exporting = await copy.post('/v1/data/export', {
    object_type_id: 'things',
    format: 'json',
  });
  await until(
    async () => (await copy.get('/v1/data/exports')).body.data.results,
    ([one]) => one.id === exporting.body.data.id && one.status === 'completed',
  );
  expect(receiver.received).toEqual([]);

  const [status = ''] = blocks(section('### A restored copy sends nothing until it is told'), 'sh');
  expect((await shell(status, env)).stdout).toMatch(/^held since .*\nwaiting: 1 email, 2 webhook/);
  const release = blocks(section('### A restored copy sends nothing until it is told'), 'sh')[1];
  expect((await shell(String(release), env)).stdout).toMatch(/discarded: .*2 webhook/);
  await copy.post('/v1/objects/things', { properties: { n: 3 } });
  await receiver.until(1);
  expect(receiver.received.map(({ event }) => event.data.properties)).toEqual([{ n: 3 }]);
  await receiver.close();
  for (const one of [worker, started]) {
    one.child.kill('SIGTERM');
    expect(await one.exit()).toBe(0);
  }
});
