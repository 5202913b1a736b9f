import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { type Embedded, startEmbedded } from '../../src/db/embedded.ts';
import { ConfigError, loadConfig } from '../../src/ground/config/config.ts';
import { selfSigned } from '../support/certificate.ts';
import { runCli } from '../support/cli.ts';
import { testKey } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';

const run = promisify(execFile);
const keys = {
  ENCRYPTION_KEY: testKey().toString('base64'),
  PLATFORM_ADMIN_KEY: 'insp_for_a_test',
};

let dataDir: string;
let embedded: Embedded;
/** The certificate of the server, for the name `localhost`, and one of another authority. */
let [own, other] = ['', ''];

/** A PostgreSQL that accepts only encrypted connections. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'insula-ssl-'));
  await run('chmod', ['755', dataDir]);
  embedded = await startEmbedded({ dataDir, log: pino({ level: 'silent' }), durable: false });
  const superuser = new URL(embedded.ownerUrl);
  superuser.username = 'postgres';
  superuser.password = (
    await readFile(join(dataDir, 'secrets', 'postgres-superuser'), 'utf8')
  ).trim();
  const certificate = selfSigned('localhost');
  [own, other] = [join(dataDir, 'own.pem'), join(dataDir, 'other.pem')];
  await writeFile(own, certificate.cert);
  await writeFile(other, selfSigned('localhost').cert);
  await withClient(superuser.href, 'test', async (client) => {
    const { rows } = await client.query(
      `select current_setting('data_directory') as folder, current_setting('hba_file') as hba`,
    );
    const [{ folder, hba }] = rows;
    const { uid, gid } = await stat(folder);
    for (const [name, text] of Object.entries({ crt: certificate.cert, key: certificate.key })) {
      await writeFile(join(folder, `server.${name}`), text, { mode: 0o600 });
      await chown(join(folder, `server.${name}`), uid, gid);
    }
    await writeFile(hba, `hostnossl all all all reject\n${await readFile(hba, 'utf8')}`);
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
  });
});
afterAll(async () => {
  await embedded.stop();
  await rm(dataDir, { recursive: true });
});

const addressOf = (host: string, parameters: string) => {
  const url = new URL(embedded.ownerUrl);
  url.hostname = host;
  return `${url.href}${parameters && '?'}${parameters}`.replaceAll(/own\.pem|other\.pem/g, (name) =>
    join(dataDir, name),
  );
};

/** Whether Insula gets an encrypted connection with this DATABASE_URL. */
const connects = (address: string) =>
  withClient(
    loadConfig({ DATA_DIR: '/nonexistent', DATABASE_URL: address, ...keys }).databaseUrl as string,
    'test',
    async (client) => {
      const { rows } = await client.query(
        'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      );
      return rows[0].ssl as boolean;
    },
  ).catch((error: Error) => error.message);

/** Whether PostgreSQL's own client does; undefined where it is not installed. */
async function psqlConnects(address: string): Promise<boolean | undefined> {
  const env = { PATH: process.env.PATH, HOME: dataDir };
  return run('psql', ['-XAtc', 'select 1', address], { env }).then(
    () => true,
    (error) => (error.code === 'ENOENT' ? undefined : false),
  );
}

describe('sslmode in DATABASE_URL', () => {
  it.each([
    ['localhost', 'sslmode=disable', /no encryption/],
    ['localhost', 'sslmode=prefer', true],
    ['127.0.0.1', 'sslmode=require', true],
    ['127.0.0.1', 'sslmode=require&sslrootcert=own.pem', true],
    ['127.0.0.1', 'sslmode=require&sslrootcert=other.pem', /certificate/],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=own.pem', true],
    ['localhost', 'sslmode=verify-ca&sslrootcert=other.pem', /certificate/],
    ['localhost', 'sslmode=verify-full&sslrootcert=own.pem', true],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=own.pem', /does not match certificate/],
    ['localhost', 'sslmode=verify-full&sslrootcert=other.pem', /certificate/],
    ['localhost', 'sslmode=verify-full', /self-signed certificate/],
  ])('%s?%s does what PostgreSQL’s own client does', async (host, parameters, expected) => {
    const address = addressOf(host, parameters);
    const found = await connects(address);
    if (expected === true) expect(found).toBe(true);
    else expect(found).toMatch(expected as RegExp);
    const theirs = await psqlConnects(address);
    if (theirs !== undefined) expect(theirs).toBe(expected === true);
  });

  it('takes the authorities that Node knows for sslrootcert=system', async () => {
    for (const parameters of [
      'sslmode=verify-full&sslrootcert=system',
      'sslrootcert=system&sslmode=verify-full',
    ])
      expect(await connects(addressOf('localhost', parameters))).toMatch(/self-signed certificate/);
  });

  it('goes without encryption where it is not given, unlike that client', async () => {
    expect(await connects(addressOf('localhost', ''))).toMatch(/no encryption/);
  });

  it('is refused when it would not do what its name promises', () => {
    const load = (parameters: string) =>
      loadConfig({ ...keys, DATABASE_URL: `postgres://a:b@localhost/c?${parameters}` });
    expect(() => load('sslmode=allow')).toThrow(ConfigError);
    expect(() => load('sslmode=allow')).toThrow(
      /^DATABASE_URL: sslmode must be one of disable, prefer, require, verify-ca, verify-full\. Example: /,
    );
    expect(() => load('sslmode=verify-ca')).toThrow(/verify-ca needs sslrootcert/);
    // node-pg takes the last one.
    expect(() => load('sslmode=verify-full&sslmode=disable')).toThrow(/sslmode is given twice/);
    expect(() => load('sslmode=verify-full&sslrootcert=a&sslrootcert=b')).toThrow(
      /sslrootcert is given twice/,
    );
    expect(load('sslmode=require').warnings).toEqual([
      expect.stringContaining('sslmode=require encrypts, and does not check which server answers'),
    ]);
    expect(load('sslmode=verify-full').warnings).toEqual([]);
  });

  it('holds for each connection of a whole server', async () => {
    const env = {
      ...keys,
      DATABASE_URL: addressOf('localhost', 'sslmode=verify-full&sslrootcert=own.pem'),
      DATA_DIR: await temporaryFolder(),
      PORT: '0',
    };
    expect(await runCli(['migrate', 'up'], env)).toMatchObject({ code: 0, stderr: '' });
    const server = insula(['start'], env);
    const [, url] = await server.printed(/"url":"(http:\S+?)"/);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exit()).toBe(0);
    expect(server.output()).not.toMatch(/"level":[56]0|SECURITY WARNING/);
  });
});
