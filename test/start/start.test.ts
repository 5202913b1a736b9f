import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readServerUrl } from '../../src/process/server-address.ts';
import { temporaryFolder, until } from '../support/folder.ts';
import {
  childrenOf,
  type InsulaProcess,
  insula,
  parentOf,
  postgresOn,
} from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';

const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;

const start = (dataDir: string, env = {}) =>
  insula(['start'], { DATA_DIR: dataDir, PORT: '0', ...env });
/** The base URL that the banner names, once it is there. */
const ready = async (run: InsulaProcess) =>
  (await run.printed(/API +(http:\S+)\n[\s\S]*curl .*\n/))[1] as string;

const postmasterOf = async (dataDir: string) =>
  Number.parseInt(
    await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'),
    10,
  );

describe.skipIf(!isLinux)('insula start (looks at /proc: Linux only)', () => {
  it('serves a first tenant, keeps its key, and stops with 0', async () => {
    const dataDir = await temporaryFolder();
    const first = start(dataDir);
    const url = await ready(first);
    const key = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
    expect(first.output()).toContain(
      `curl ${url}/v1/object-types -H "Authorization: Bearer $(cat ${dataDir}/first-key)"`,
    );
    const answer = await fetch(`${url}/v1/object-types`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.exit()).toBe(0);
    expect(postgresOn(dataDir)).toEqual([]);

    const later = start(dataDir);
    await ready(later);
    expect(later.output()).not.toContain(key);
    later.child.kill('SIGINT');
    expect(await later.exit()).toBe(0);
  });

  it('has kept the first key once it serves', async () => {
    const dataDir = await temporaryFolder();
    const run = start(dataDir);
    await until(() => readServerUrl(dataDir));
    expect(await readdir(dataDir)).toContain('first-key');
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
  });

  it('names the open types that anonymous users reach', async () => {
    const dataDir = await startedFolder();
    const first = start(dataDir);
    const url = await ready(first);
    expect(first.output()).not.toContain('Anonymous users can reach');
    const key = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
    for (const type of [{ name: 'doors', user_access: 'open' }, { name: 'diaries' }]) {
      const { status } = await fetch(`${url}/v1/object-types`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(type),
      });
      expect(status).toBe(201);
    }
    first.child.kill('SIGTERM');
    expect(await first.exit()).toBe(0);

    const later = start(dataDir);
    await ready(later);
    expect(later.output()).toMatch(/Anonymous users can reach first\/doors:/);
    expect(later.output()).not.toContain('diaries');
    later.child.kill('SIGTERM');
    expect(await later.exit()).toBe(0);
  }, 300_000);

  it('leaves no PostgreSQL behind when killed, and recovers', async () => {
    const dataDir = await startedFolder();
    const killed = start(dataDir);
    await ready(killed);
    killed.child.kill('SIGKILL');
    await killed.exit();

    // At once, while the old PostgreSQL may still be shutting down.
    const next = start(dataDir);
    await ready(next);
    next.child.kill('SIGKILL');
    await next.exit();
    await until(() => postgresOn(dataDir).length === 0);
    expect(postgresOn(dataDir)).toEqual([]);
  });

  it('recovers when PostgreSQL is killed with it', async () => {
    const dataDir = await startedFolder();
    const killed = start(dataDir);
    await ready(killed);
    // Its pid file and its shared memory stay behind.
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    killed.child.kill('SIGKILL');
    await killed.exit();
    const next = start(dataDir);
    await ready(next);
    next.child.kill('SIGTERM');
    expect(await next.exit()).toBe(0);
  });

  it('stops a PostgreSQL that lost its guard', async () => {
    const dataDir = await startedFolder();
    const killed = start(dataDir);
    await ready(killed);
    const postmaster = await postmasterOf(dataDir);
    const guard = parentOf(postmaster) as number;
    const watchers = childrenOf(guard).filter((pid) => pid !== postmaster);
    for (const pid of [...watchers, guard, killed.child.pid as number])
      process.kill(pid, 'SIGKILL');
    await killed.exit();
    expect(postgresOn(dataDir)).toContain(postmaster);

    const next = start(dataDir);
    await ready(next);
    expect(next.output()).toContain('stopping a PostgreSQL that an earlier run left behind');
    expect(postgresOn(dataDir)).not.toContain(postmaster);
  });

  it('writes no secret to a log, neither the first key nor generated ones', async () => {
    const dataDir = await temporaryFolder();
    const run = start(dataDir, { LOG_LEVEL: 'trace' });
    await ready(run);
    const secrets = [
      'first-key',
      ...(await readdir(join(dataDir, 'secrets'))).map((name) => `secrets/${name}`),
    ];
    expect(secrets.length).toBeGreaterThan(3);
    for (const name of secrets) {
      const secret = (await readFile(join(dataDir, name), 'utf8')).trim();
      expect(run.output().includes(secret), name).toBe(false);
    }
    expect(run.output()).toContain(join(dataDir, 'first-key'));
  });

  it('continues when its output goes nowhere, as with a log on a full disk', async () => {
    const dataDir = await startedFolder();
    const run = insula(['start'], { DATA_DIR: dataDir, PORT: '0' }, [
      'sh',
      '-c',
      'exec "$@" > /dev/full',
      'sh',
    ]);
    const address = await until(() => readServerUrl(dataDir));
    const answers = async () => (await fetch(`${address}/health`).catch(() => undefined))?.status;
    expect(await answers()).toBe(200);
    expect(await answers()).toBe(200);
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
  });

  it('refuses a second start on the same folder, and names the first', async () => {
    const dataDir = await startedFolder();
    const first = start(dataDir);
    await ready(first);
    const second = start(dataDir);
    expect(await second.exit()).toBe(1);
    expect(second.output()).toContain(`Another Insula (process ${first.child.pid})`);
    expect(second.output()).toContain('DATA_DIR=');
  });

  it('reports a port that is taken, and starts no PostgreSQL', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const dataDir = await temporaryFolder();
    const run = start(dataDir, { PORT: String(port) });
    expect(await run.exit()).toBe(1);
    expect(run.output()).toContain(`Port ${port} is taken`);
    expect(run.output()).toContain(`PORT=${port + 1} npm start`);
  });

  it.skipIf(!isRoot)(
    'works where PostgreSQL cannot enter (only root hands it to another user)',
    async () => {
      const folder = await temporaryFolder();
      await chmod(folder, 0o700);
      const dataDir = join(folder, 'data');
      await mkdir(dataDir);
      const run = start(dataDir);
      await ready(run);
      const home = await readlink(join(dataDir, 'postgres'));
      onTestFinished(() => rm(home, { recursive: true, force: true }));
      expect(home).toMatch(/^\/var\/lib\/insula\/[0-9a-f]{16}$/);
      expect(run.output()).toContain('the database is kept elsewhere');
      run.child.kill('SIGTERM');
      expect(await run.exit()).toBe(0);
    },
  );

  it.skipIf(!isRoot)(
    'takes a copy of the database that root has put back, as a base backup is',
    async () => {
      const dataDir = await startedFolder();
      const cluster = join(dataDir, 'postgres', 'cluster');
      const { uid } = await stat(cluster);
      await promisify(execFile)('chown', ['-R', '0', cluster]);
      const run = start(dataDir);
      await ready(run);
      expect((await stat(join(cluster, 'base'))).uid).toBe(uid);
      run.child.kill('SIGTERM');
      expect(await run.exit()).toBe(0);
    },
  );
});
