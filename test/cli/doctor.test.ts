import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/cli/doctor/check.ts';
import { withClient } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Scratch, startScratch } from '../../src/db/scratch.ts';
import { databaseUrls, withDatabase, withRole } from '../../src/db/urls.ts';
import { createClient } from '../support/api.ts';
import { runCli, sharedCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';

const shell = promisify(execFile);
const encryptionKey = Buffer.alloc(32, 7);

// Roles and settings of a whole server are changed here, so it is one of its own.
let scratch: Scratch;
let url: string;
let owner: pg.Pool;
let superuser: pg.Pool;
let serverLog: string;
beforeAll(async () => {
  const log = pino({ level: 'warn' });
  scratch = await startScratch(log);
  url = await scratch.createDatabase('doctored');
  await migrate(url, { log, encryptionKey });
  owner = new pg.Pool({ connectionString: withRole(url, 'insula_owner'), max: 1 });
  const { rows } = await withClient(url, 'test', (client) => client.query('show data_directory'));
  const home = dirname(rows[0].data_directory);
  serverLog = join(home, 'postgres.log');
  const secret = await readFile(join(home, '..', 'secrets', 'postgres-superuser'), 'utf8');
  const root = Object.assign(new URL(withDatabase(url, 'doctored')), {
    username: 'postgres',
    password: secret.trim(),
  });
  superuser = new pg.Pool({ connectionString: root.href, max: 1 });
});
afterAll(async () => {
  await Promise.all([owner.end(), superuser.end()]);
  await scratch.remove();
});

const environment = (dataDir: string, databaseUrl = url) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEY: encryptionKey.toString('base64'),
  PLATFORM_ADMIN_KEY: 'platform-key-of-a-test',
  PORT: '0',
  LOG_LEVEL: 'info',
});

/** Root that modes bind, as they bind everyone else. */
const bound =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];

interface Look {
  code: number;
  finding(name: string): Finding | undefined;
  names(status: Finding['status']): string[];
}

const shared = sharedCli(bound);

async function doctor(dataDir: string, more: Record<string, string> = {}): Promise<Look> {
  const { PATH = '', PG_BIN = 'bundled' } = process.env;
  const env = { ...environment(dataDir), PATH, PG_BIN, ...more };
  // A change of Node itself needs a process of its own.
  const run = 'NODE_OPTIONS' in more ? runCli : shared;
  const { code, stdout, stderr } = await run(['doctor', '--json'], env);
  expect(stderr).toBe('');
  const findings: Finding[] = JSON.parse(stdout);
  return {
    code,
    finding: (name) => findings.find((one) => one.name === name),
    names: (status) => findings.flatMap((one) => (one.status === status ? one.name : [])),
  };
}

/** The command of an advice, typed. */
async function follow(advice = ''): Promise<void> {
  const [, command = ''] = /[Rr]un: (.+?), or/.exec(advice) ?? [];
  await shell('/bin/sh', ['-c', command]);
}

// The scratch server trades durability for speed.
const quick = ['fsync', 'full_page_writes', 'synchronous_commit'];

describe('insula doctor', () => {
  it('names a disk that has less left than writes need, of the embedded database', async () => {
    const more = { DATABASE_URL: '', DISK_RESERVE_MB: '900000000' };
    const { code, finding } = await doctor(await startedFolder(), {
      ...more,
      ENCRYPTION_KEY: '',
      PLATFORM_ADMIN_KEY: '',
    });
    expect(code).toBe(1);
    expect(finding('free disk space')).toMatchObject({
      status: 'failed',
      advice: expect.stringContaining(
        'less than 900000000 MB (DISK_RESERVE_MB) writes are refused',
      ),
    });
  });

  it('names a folder of files that cannot be written to', async () => {
    const dataDir = await temporaryFolder();
    const files = join(dataDir, 'files');
    await mkdir(files, { mode: 0o700 });
    expect((await doctor(dataDir)).finding('files')).toMatchObject({ status: 'ok' });
    await chmod(files, 0o500);
    const { code, finding } = await doctor(dataDir);
    expect(code).toBe(1);
    expect(finding('files')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('cannot be written to: EACCES'),
    });
    expect(finding('storage folder')).toMatchObject({ status: 'ok' });
    await follow(finding('files')?.advice);
    expect((await doctor(dataDir)).finding('files')).toMatchObject({ status: 'ok' });
  });

  it.each([
    ['with keys from the environment', {}],
    ['without keys', { ENCRYPTION_KEY: '' }],
  ])('names a DATA_DIR that cannot be written to, %s', async (_how, more) => {
    const dataDir = await temporaryFolder();
    await chmod(dataDir, 0o555);
    const { code, finding } = await doctor(dataDir, more);
    expect(code).toBe(1);
    expect(finding('storage folder')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('cannot be written to: EACCES'),
    });
    await follow(finding('storage folder')?.advice);
    expect((await doctor(dataDir)).finding('storage folder')).toMatchObject({ status: 'ok' });
  });

  it('names files that other users of the machine may read', async () => {
    const dataDir = await temporaryFolder();
    const files = join(dataDir, 'files');
    await mkdir(files);
    await chmod(files, 0o755);
    const { finding } = await doctor(dataDir);
    expect(finding('rights on files')).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('755'),
    });
    expect(finding('rights on files')?.advice).toContain(`Run: chmod 700 ${files}.`);
    await chmod(files, 0o700);
    expect((await doctor(dataDir)).finding('rights on files')).toMatchObject({ status: 'ok' });
  });

  it.each([
    [3_600_000, `this machine's is 3600.0 s ahead of the database's`],
    [-3_600_000, `this machine's is 3600.0 s behind the database's`],
  ])('names a clock that differs by %i ms from the database’s', async (shift, said) => {
    const script = `const now=Date.now;Date.now=()=>now()+${shift}`;
    const { finding } = await doctor(await temporaryFolder(), {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
    });
    expect(finding('clock')?.status).toBe('warning');
    expect(finding('clock')?.found.replace(/3\d\d\d\.\d/, '3600.0')).toBe(said);
    expect(finding('clock')?.advice).toContain('timedatectl set-ntp true');
  });

  it('reports what it can see on a machine with the role insula_api, without a failure', async () => {
    const { api } = databaseUrls(url, encryptionKey);
    const { names, finding } = await doctor(await temporaryFolder(), { DATABASE_URL: api });
    expect(names('failed')).toEqual(quick);
    expect(names('ok')).toEqual(
      expect.arrayContaining(['version', 'clock', 'login as insula_worker', 'migrations']),
    );
    expect(finding('role of DATABASE_URL')?.found).toContain(
      'run doctor on the machine that migrates',
    );
  });

  it('names missing roles, and a remedy that brings them and their rights back', async () => {
    const dataDir = await temporaryFolder();
    await superuser.query('alter role insula_worker rename to insula_gone');
    const { code, finding } = await doctor(dataDir);
    expect(code).toBe(1);
    expect(finding('roles')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('not there: insula_worker'),
    });
    for (const [, command = ''] of (finding('roles')?.advice ?? '').matchAll(/"insula (.+?)"/g)) {
      const run = insula(command.split(' '), environment(dataDir));
      expect(await run.exit(), run.output()).toBe(0);
    }
    expect((await doctor(dataDir)).names('failed')).toEqual(quick);
    const worker = insula(['start', '--worker-only'], environment(dataDir));
    await worker.printed(/the worker is ready/);
    await expect
      .poll(async () => (await owner.query('select from app.workers')).rowCount, {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);
    expect(worker.output()).not.toContain('permission denied');
  });
});

describe('insula doctor, beside a server', () => {
  it('names an ended worker, and a clock that was set back; the log of PostgreSQL holds no values', async () => {
    const dataDir = await temporaryFolder();
    await superuser.query('alter system set log_min_duration_statement = 0');
    await superuser.query('alter system set log_parameter_max_length = -1');
    await superuser.query('select pg_reload_conf()');
    await expect
      .poll(async () => (await superuser.query('show log_min_duration_statement')).rows[0])
      .toEqual({ log_min_duration_statement: '0' });
    const risky = (await doctor(dataDir)).finding('values in the log of PostgreSQL');
    expect(risky).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('log_min_duration_statement = 0'),
    });
    const [, sql = ''] = /As a superuser: (.+)/.exec(risky?.advice ?? '') ?? [];
    for (const statement of sql.split(';').filter(Boolean)) await superuser.query(statement);
    await expect
      .poll(async () => (await superuser.query('show log_parameter_max_length')).rows[0])
      .toEqual({ log_parameter_max_length: '0' });
    expect((await doctor(dataDir)).finding('values in the log of PostgreSQL')).toMatchObject({
      status: 'ok',
    });
    expect((await doctor(dataDir)).finding('refusals in the log of PostgreSQL')).toMatchObject({
      status: 'ok',
    });

    await superuser.query(`alter role insula_api set log_min_messages = 'warning'`);
    const loud = (await doctor(dataDir)).finding('refusals in the log of PostgreSQL');
    expect(loud).toMatchObject({ status: 'warning', found: expect.stringContaining('= warning') });
    await superuser.query(/As a superuser: (.+)/.exec(loud?.advice ?? '')?.[1] ?? '');
    expect((await doctor(dataDir)).finding('refusals in the log of PostgreSQL')).toMatchObject({
      status: 'ok',
    });

    const server = insula(['start'], environment(dataDir));
    const [, at = ''] = await server.printed(/"url":"(http:[^"]+)"/);
    await server.printed(/first-key/);
    const api = createClient(
      { url: at },
      (await readFile(join(dataDir, 'first-key'), 'utf8')).trim(),
    );
    const type = {
      name: 'things',
      properties: [{ name: 'code', data_type: 'string', is_unique: true }],
    };
    expect((await api.post('/v1/object-types', type)).status).toBe(201);
    const canary = { properties: { code: 'canary-of-a-tenant' } };
    expect((await api.post('/v1/objects/things', canary)).status).toBe(201);
    expect((await api.post('/v1/objects/things', canary)).status).toBe(409);
    expect((await api.post('/v1/sql', { query: `select 'canary-of-a-tenant'::int` })).status).toBe(
      400,
    );
    const log = await readFile(serverLog, 'utf8');
    expect(log).toContain('duration:');
    expect(log).not.toContain('canary-of-a-tenant');

    await expect
      .poll(async () => (await doctor(dataDir)).finding('worker'), { timeout: 60_000 })
      .toMatchObject({ status: 'ok' });
    server.child.kill('SIGKILL');
    await server.exit();
    // As two minutes later.
    await owner.query(`update app.workers set seen_at = seen_at - interval '2 min'`);
    expect((await doctor(dataDir)).finding('worker')).toMatchObject({
      status: 'warning',
      found: expect.stringMatching(/none has been heard from for 1\d\d s/),
    });
    await owner.query(
      `update app.journal set pending = true, created_at = created_at - interval '2 min' where type = 'object.created'`,
    );
    const ended = await doctor(dataDir);
    expect(ended.finding('worker')).toMatchObject({
      status: 'failed',
      found: expect.stringMatching(/work has been waiting for 1\d\d s/),
    });
    expect(ended.code).toBe(1);
    const [, remedy = ''] =
      /insula (start --worker-only)/.exec(ended.finding('worker')?.advice ?? '') ?? [];
    const worker = insula(remedy.split(' '), environment(dataDir));
    await expect
      .poll(async () => (await doctor(dataDir)).finding('worker'), { timeout: 60_000 })
      .toMatchObject({ status: 'ok' });
    worker.child.kill('SIGKILL');

    await owner.query(`update app.journal set created_at = clock_timestamp() + interval '1 h'`);
    const back = (await doctor(dataDir)).finding('clock of the database');
    expect(back).toMatchObject({
      status: 'failed',
      found: expect.stringMatching(/was set back: it is 3\d{3} s behind/),
    });
  });
});
